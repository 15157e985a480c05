/// Words that make a number an amount, or that of a house. Folded: small and without accents.
enum AmountWords {
    static let currencies: Set<String> = [
        "usd", "eur", "gbp", "chf", "jpy", "cny", "rmb", "inr", "rs", "try", "tl", "brl", "mxn", "cad", "aud", "krw", "rub", "pln",
        "czk", "sek", "nok", "dkk",
        "aed", "sar", "kr", "zl", "euro", "euros", "dollar", "dollars", "dolares", "yuan", "yen", "rupees", "pounds", "pesos",
        "reais", "lira", "rub", "руб",
    ]

    static let times: Set<String> = [
        "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours", "day",
        "days", "week", "weeks",
        "month", "months", "year", "years", "sekunde", "sekunden", "minuten", "stunde", "stunden", "tag", "tage", "tagen", "woche",
        "wochen", "monate",
        "jahre", "secondes", "heure", "heures", "jour", "jours", "semaines", "mois", "ans", "segundo", "segundos", "minuto",
        "minutos", "hora", "horas",
        "dia", "dias", "secondi", "minuti", "ore", "giorni", "sekundi", "dakika", "saniye", "saat", "gun", "минут", "минуты",
        "секунд", "часов",
        "мин", "сек",
    ]

    static let units = times.union([
        "am", "pm", "uhr", "km", "m", "mi", "miles", "kg", "g", "mb", "gb", "kb", "px", "points", "pts", "punkte", "puntos",
        "people", "items", "steps", "calories", "kcal",
    ])

    static let streets: Set<String> = ["street", "avenue", "ave", "road", "boulevard", "blvd", "lane", "square"]

    static let unspacedTimes = ["분", "초", "시간", "分", "秒", "小时", "小時", "時間", "天", "日"]

    static let unspacedUnits =
        unspacedTimes + [
            "元", "块", "塊", "円", "원", "年", "月", "个", "個", "人", "点", "點", "ポイント", "積分", "积分", "포인트",
            "名", "件", "岁", "歳",
            "万", "百", "千", "バーツ", "บาท", "号楼", "号线", "路",
        ]
}
