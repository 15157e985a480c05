/// The 5066 most frequent passwords of 12 or more characters, in lower case, sorted, separated by white space.
///
/// Assembled from published frequency counts of leaked passwords: the 5,000 most frequent of that length in the million of
/// SecLists' `Common-Credentials` (MIT licence), and all of that length in the password lists of zxcvbn 4.5 (MIT licence) and
/// Django 5.2 (BSD licence, counted by Royce Williams). Addresses with an at sign, markup fragments and anything that is not
/// printable ASCII are left out. OWASP ASVS 5.0, 6.2.4, requires 3,000 that match the length rule.
enum LongCommonPasswords {
    static let text: StaticString = #"""
        $xearoms8upwybts ..byvulwjjrqg ..lzkihcswipo ..oo3xpzokk6 ..qlvvcvdeero ..thskkrchxve ..uotardncrnc ..vhhngnuxufy
        ..xrlqiyeopco .attdsblygjnc 000000000000 000000000000000 00000000000000000000 000bn185rt48 00212100vova 002543200254
        007jamesbond 007masterdiego 009008007000 0099270timur 009988776655 00rdtsau4leyzunckj121dwm 010203010203 010203030201
        010203040506 010203040506070809 0102030405da 010519961111gfhjkm 0123045607890 01234567890123456789 012345678910 014702580369
        0147896325you 01telemike01 0217101406cool 02221997bujhm 025230230243639 025802588520 030169dennis 0302multiblkjdcrbq0302
        03031985osskar 031060220793 032165498701q 04061963maryan 04jamesadams 05021991inna 050605rostik 0509672427nastya
        0528325452mr 053aruspra350 054624917100225588 0551144kolya 057yeja1zpc3ljx8ci 05dagestan05 060219762004 06028006tata
        06730673ksenia 069118721456 070289070289 070793monolit 072054bennet 07meduza6707 090807060504030201 09092009sophie
        097333097333 09876543210987654321 09876543211234567890 0987654321asd 0987654321qa 0987654321qaz 0987654321qq 0987654321qw
        099453784sem 0997450201cthbq 0imhungerforba 0k1o2v3a4l5e6v7 0o9i8u7y6t5r 0o9i8u7y6t5r4e 0okm9ijn8uhb 0p9o8i7u6y5t
        0r968ji9ufj6 100490100490 100500100500 100ghjwtynjd 101nokia58000 102030102030 102030405060 10203040506070
        102030405060708090 10293847561029384756 109876543210 110022993388 111111111111 1111111111111 11111111111111 111111111111111
        1111111111111111 11111111111111111111 1111111111zz 111111222222 111122223333 111213141516 111222333000 111222333444
        111222333444555 111222333qwe 111222tianya 111eee1e1r22yy 111qqq222www 112233445566 11223344556677 112233445566778899
        11223344556677889900 1122334455er 1122334455qq 112233qqwwee 112358132134 11235813213455 1123581321neko 1161olya1161
        11c645df6bc8a365 11cib22ru33geg 11qq22ww33ee 11xtr02bcn90 121212121212 12125240rich_ 121314151617 12131415161718
        1213141516171819 12212121133q 122333444455555 1223505sayana 123045607890 123098123098 123123123123 123123123123123
        123123123qqq 123123123qwe 123123123zxc 123123321321 123123456456 123123qweqwe 123123qwerty 123234345456 123321123321
        123321123456 123321456654 123321qazzaq 123321qweewq 123321qwerty 123412341234 123451234512345 123451234567 1234554321qqq
        1234554321vfrcbv 123456123456 12345654321q 12345654321z 123456654123 123456654321 123456654321a 123456654321q 1234567123456
        12345671234567 1234567654321 12345677654321 1234567812345678 123456782000 123456787654321 1234567887654321 1234567890--
        1234567890-= 123456789000 1234567890098765 12345678900987654321 123456789012 1234567890123 123456789012345 1234567890123456
        1234567890123456789 12345678901234567890 123456789098 1234567890987654321 1234567890aaa 1234567890ab 1234567890abc
        1234567890anton 1234567890arg 1234567890as 1234567890asd 1234567890az 1234567890dima 1234567890lena 1234567890pp
        1234567890qaz 1234567890qazwsx 1234567890qq 1234567890qqq 1234567890qw 1234567890qwe 1234567890qweasd 1234567890qwer
        1234567890qwert 1234567890qwerty 1234567890qwertyuiop 1234567890ujn 1234567890vlad 1234567890zx 1234567890zxc 1234567890zz
        1234567890zzz 123456789101 1234567891011 123456789101112 12345678910111213 1234567891011121314 12345678910111213141
        12345678910456 12345678910a 12345678910n 12345678910q 12345678910w 12345678910x 12345678910z 123456789111 123456789123
        1234567891234 12345678912345 123456789123456 1234567891234567 123456789123456789 1234567892000 123456789321 123456789852
        12345678987456321 12345678987654321 123456789987 1234567899876543 123456789987654321 123456789aaa 123456789abc 123456789abcd
        123456789alex 123456789anna 123456789asd 123456789asdf 123456789azat 123456789cfif 123456789den 123456789dfgh 123456789dima
        123456789ghbdtn 123456789hola 123456789igor 123456789ira 123456789ivan 123456789jkz 123456789kol 123456789lbvf 123456789lena
        123456789lll 123456789lol 123456789love 123456789lox 123456789max 123456789nik 123456789oleg 123456789opa 123456789qaz
        123456789qazwsx 123456789qqq 123456789qwe 123456789qwer 123456789qwert 123456789qwerty 123456789qwertyu 123456789qwertyuiop
        123456789rfnz 123456789rian 123456789roma 123456789sasha 123456789sos 123456789sveta 123456789tun 123456789valera
        123456789vbh 123456789vika 123456789vlad 123456789vova 123456789www 123456789xxx 123456789yfcnz 123456789zaq 123456789zxc
        123456789zxcv 123456789zxcvb 123456789zxcvbnm 123456789zzz 12345678abcdef 12345678qwer 12345678qwerty 12345678qwertyu
        12345678qwertyui 12345678vova 1234567qwerty 1234567qwertyu 1234567sasha 1234567uytrewq 123456aaaaaa 123456abcdef
        123456asdfgh 123456qwerty 123456qwertyuiop 123456ytrewq 123456zxcvbn 12345g5b678900 12345qazwsxedc 12345qwertasdfg
        12345qwertyuiop 1234qazwsx1234 1234qw1234qw 1234qwer1234 1234qwerasdf 1234qwerasdfzxcv 123654789fgt 123654789qaz
        123654789qwe 12369874123c 1236987412587 123789456123789456 1237897419635 123789987321 123a456b789c 123abc123abc 123admin321a
        123bfg123bfg 123boots1123boots2 123cntgfy1234 123dolchie098 123edcxzaqws 123ewq123ewq 123ewqasdcxz 123geniys321 123qaz123qaz
        123qaz123wsx 123qaz456wsx 123qazwsxedc 123qwe123asd 123qwe123qwe 123qwe123qwe123 123qwe321ewq 123qwe456asd 123qwe456rty
        123qweasdzxc 123qweasdzxc123 123qweasdzxcv 123qwerty123 123qwerty456 123qwertyuiop 123qwezxc123asd 123reconect312
        123vfubcnhfkm 123war456rus 123zxc123zxc 124578124578 124578235689 124578986532 1254785966asd 125712571257d 125874963oleg
        128412841200 128500128500 12qw34er56ty 12qw34er56ty78ui 12qw90op12qw90op 12qwaszx34erdfcv 13012011zydfhm 1302alex1994
        1302kocherga 1310817032115 131313131313 13241324seva 13243546576879 1324354657687980 1366613gromf 1374653317652
        13901390zheka 14021992004urban 14051997sergey 14121995vlad 141312190296q 142536142536 142536475869 1471214712qwe
        147258147258 147258369111 147258369147258 147258369147258369 147852369123 147852gogozen 148814881488 14881488wpcc
        15003f640a10fd13 1505199129041991 153281vtrnune 1533355ddddd 15795995tmnt 159159753753 159357050505 159357159357
        159357159357159357 159357258456 159357456258 159753123456 159753123789 159753159753 159753258456 159753456852 159753852456
        159753qwerty 159951357753 1702alex1991 174372362579 176136239114 17719229slam 1805aspirine 18111995qwert 1900204420115
        19061995yulenka 192639413058 192837465qwe 193570356033 193711101994a 194519451945 19684sheperd 197382465vvk 197419741974
        197519751975 197619761976 197819781978 197919791979 197brysveale 198219821982 198319831983 198419841984 198519851985
        198522011985 198619861986 198719871987 1988ruslan21 198919891989 199019901990 1990fyfnjkbq 199119911991 19912702lolik
        19920209jopa 199219921992 199219961997 199319931993 1993224ignat 1993kamaelll 199419941994 199519951995 19956vladfed
        1995rasulmaha 19960610ilja 199619961996 199649316zed 19971096merv 199719971997 19972009nero 199801199801q 199819981998
        1a2a3a4a5a6a 1a2b3c4d5e6f 1a2s3d4f5g6h 1a2s3d4f5g6h7j8k 1aa2bb3cc4dd 1ass2patties 1g56urr78ew96 1greedisgood 1grizzly2000
        1herbier2000 1littleangel 1nnervers1on 1nuttertools 1pwhon42nnlvh1b 1q1a1z2w2s2x 1q2a3z4w5s6x 1q2q3q4q5q6q 1q2q3q4q5q6q7q8q
        1q2w3e4r1q2w3e4r 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p 1qa2ws3ed4rf
        1qa2ws3ed4rf5tg 1qaz1qaz1qaz 1qaz2wsx1q2w 1qaz2wsx3edc 1qaz2wsx3edc4 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb 1qazse4rfvcxz
        1qazxsw21qazxsw2 1qazxsw23edc 1qazxsw23edcvfr4 1qw23er45ty6 1qwe2asd3zxc 1rus27540102 1ultra4ultra 1vfhufhbnrf1
        1wdx3wax1wdx3wax 1x2x3x4x5x6x7x 1xpx66blrumblst6bbus3 1z2x3c4a5s6d 1z2x3c4v5b6n 1z2x3c4v5b6n7m 1zikko468954 200120012001
        200420052006 200420052006a 20051988luda 2005terrasol 200920092009 2009kristina 201020102010 2010benvanburen 201120112011
        2014526rfyrelfq 202122232425 20cthutq0880 212223242526 218362kikakotik 21angelok1987 21maurizio58 220222022202 220790140907
        22112003398309 2222222222222222 2222333344445555 224909224909 228gfgbhjcbv 228papirosim 22se10re90ga 23021997namher
        230790dgbple 23176djivanfros 234589frendz 2345zet56776869 23468001456740 235689235689 2395064741521 23wkoa0fp78dk
        240118012403 240794a240794 24091997oksana 241turftrail 244244244gug 2468137925819 246824682468 24kent04kent83. 2519882dasha
        252525qweasd 258456789qazzaq5 266534597157 27071996pasha 270mixeron0561 272270271983 277rte87hryloitru 27ab55ce67az
        28elkedelaet 28lytqcgecnz 28ros11bri67 2941544bj6b5 29893536werty 2s7xbt6mfd83nq 2sexy2hottoh2yxes2 2x4karyzbyee
        300cgfhnfywtd 3087620482048 308999487630 30secondstomars 310124029718 31217221027711 31321dj51982 31504244life 315102001112
        3175671tdutybq 3192heptagon 321673216732167 321ewqdsacxz 32615948worms 329usalva007 333333333333 333388463333
        336755aa336755aa 341822554792 343guiltyspark 3454051maksim 346494584932 351795067351795067 3655198galka 373khsao40xdo
        380434522575 380615334317 3983butterfly 3edc4rfv5tgb 3elepopka211 3rjqdxcnmrc568 4062056totoot 40cfynbvtnhjd 415263748596
        4162819437lis 41d8cd98f00b 420842084208555 42lalaharris 43cshjtirf43 441clapproad 444444444444 448017251810 450512450824
        450z1x5juja92 456852456852 45876919kisa 460570885341 4733473347334733 47892knjq333 4815162342lf 4815162342lost
        4815162342lost4 4815162342qqq 4815162342vey 48bkpuedg9rc 495867qwerty1 49975281777184 4f71314f7131 4m61pld88sibis
        4pactwi44cel 4rfv5tgb6yhn 4zp2f3v7xtdp 501877501877 502032281452 50n5dzdndufkm 511362blurny 512433168752 520love101182
        5232klitoris 524378524378 53433553hjvfy 535148326159 53xp8c7agyxls 541233432442 5429818flower 543279937954lol 544368dragon
        552318552318 5532361cnjqrf 555032212333366 555555555555 5555555555555 555555555555555 555598731233 555y777y999y
        557788loveaoi 5611443nataxa 565656werasd 5668nitram10 59382113kevinp 5k34nq81sajv 5t6y7u8i9o0p 6136030moska 619861043151
        6215mila6215 634832klpo50 637nq781wp3h 63ol5pnhqy3rs 6521bf42403fc9d8 654321123456 654321654321 654321ytrewq 654634536365354
        665544qwerty 666130190666 666666666666 666farmer666 666satana666 666xbckjlmzdjkf 66mh1rdozedik 66uu55d5f7aaa 66wexdsyas9ho
        694dollarsbabe 696969696969 69savannah69 6bc8a3652000 6c5c4c3c2c1c 6dh62m6kpffn 6y5t4r3e2w1q 7176891sahar 71kqichsws1ik
        721174730459913 7269717vadim 72x2jnbinjyb6 741852741852 741852963456 741852963asd 741852963qaz 741963789123z 742617000027
        751243538629 753453753453 753951456852 753951753951 753951852456 7590019552ghja 75b3da131c22 764608adelka 76543211234567
        76543217654321 76maawl7qsrai 771512cherniy 777777777777 777golova777 789456123321654987 78945612344752 789456123789
        789456123789456123 789456123asd 789456123qwerty 789456qweasd 789963123741 789987456654 789987789456 7u6y5t4r3e2w1q
        7yvgzamqpwasd 80333121556a 80501010210a 805018250511 80502354942a2 80505251243qwe 80506203416w 80633459472qw 80633575649aa
        80665283506edd 80668819921d 80672812235a 80679801240v 80688800742ilona 809003073030 809523348778 80966095182z
        80971542123gfif 80976885088asd 80982435701q 809836528938 80986677668k 80994577127aaa 824682468246 83513561345aa 8363434480sx
        84014134002d 852456753159 852456753951 852456852456 852654852654 852852456456 85fg754kl62br853lpq7 867530932167
        8677984414789 8765432112345678 876543212000 878789825319 8795406199710 8882558209123 88n0vluuwaupg 89031719600bhbyf
        89049895144sa 89052470779m 89056288231w 89063032220m 89087777777a 89090566399v 89096319050m 89116446869tema 89121247597vt
        89121344466a 89155451586a 89156607117a 89220552511s 89231243658s 89270869449q 89277216066n 89278246747a 89278724282serg
        89279881081af 89279981879z 89377191788o 89502727543lexa 89503102616nss 89508074830ice 89514845466a 89533550426. 89603200972q
        89876065093rax 89je4q8j92r0y 89semtsriuty 8dagycf9ldtf 8ewgauichyfy 8m917a753k98s25 8mlzimzslmjf 909032520026 9096ubric9096
        910019kevinh 91ce14qzbzw7p 91loennm6kphs 923650asdfghjkl 9279807412ddss 9279807412ss 9290245781qw 93fc3k2zk3ujg 940091192300
        951753852456 96014430windowslive 974790bkmz1993 987654321123 987654321123456789 9876543212000 987654321987654321
        987654321qaz 987654321qwe 987654456789 9932525011995 9946755822zoomin 999641146999 999999999999 999999999frbnzy 9belugizwv7n
        9january1971 9wx8wx10wxxw a.jyydiuhtfdk a.ohajuunlkny a0000000000a a11111a11111 a112233445566 a1234567890a a1a2a3a4a5a6
        a1b2c3d4e5f6 a1s2d3f4g5h6 a1s2d3f4g5h6j7 a1s2d3f4g5h6j7k8 a1s2d3f4g5h6j7k8l9 a244793220016 a2r5t8u0r1473 a3531534b413
        a3531534b415 a4pnhmsiuw8q a5963259632a a5d3e5e5l571 a7575999975a a7madabualhija a80965812578a a89082436096 a89215108021
        a8axuze4y9aly7 a9n87u2jved9y a9z2e8f4gs8e aa3216777777 aaaaaaaaaaaa aaaaaaaaaaaaa aaaaaaaaaaaaaa aaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaa aaaaavladaaaaa aawildwoolf1 ababagalamaga abc123456789 abc123abc123 abc123def456
        abcd!efg!123 abcdeffedcba abcdefg12345 abcdefggfedcba abcdefgh2000 abcdefghijkl abcdefghijklmnop abrakadabra1 abretesesamo
        accelerators accessibilit accountblock achilleus-chrisbln activationre adidasandnike adidasonparas123 admin18533362
        administrati administration administrato administrator administrators adminlol1982 adminscripts advisornation aeronautical
        aezakmiwanrltw affectionate afqhhekbn121 afterforever agent00botinok ageofempires agiljuliandra agresor201124 ahernjdsqcfl
        ahfyrbyintqy ahfyrtyintqy ahmad123456789 aian123321456654 aiman12345678 ajaxkampioen ajw4za9teycv ajyluzaqynaxys
        aksjdlasdakj89879 akucintakamu alan123456789 albanycolonie aleaiactaest alejandro123 aleks1236556321 aleksandra1997
        aleksandrina aleksandrova aleksandrovi4 aleksandrovich aleksandrovna aleksisdemo2 alenyshka123 alertemailms alertpaydoubl
        alex123456789 alex20071995 alexalexalex alexander123 alexandr1988 alexandralex alexandre199 alexandrovich alexandrovna
        alexthegreat alhamdulillah alinkamalinka alisha1234567899 allahisgreat alleniverson alliteration allsaints1975
        allyouneedislove almostfamous aloneinthedark alpha135792468 altaltaltaltalt alteclansing alteredmotion alves2208307
        alyssamilano amadeusptfcor ameedlove123 americandream23 americanidol americanista amochocolate amorimfelipe amphatami6es
        an83546921an13 anabolic9223 analintruder anatoshi2001 anderley2011 andjelinadjoli andrei123456789 andreiandrei andreicusnir
        andrejs-iii0649 andrew1234321 andrew1o2p3e4n andrewjackie andrewrudakqwq andsodoeszima andy73taylor andykelso2003
        anetov_32541 angel2726722 angelina2001 angelina2009 angelina2011 angelofdeath anggandamo12 anhchiyeuminhem anhyeuemnhieulam
        animalplanet anjingsemua1 annihilation antaeuszitti antananarivu antiapantiap antifamilymang1 antoniobanderas antonionunes
        antoshenechka antqueen2010 anu6esymehuvaq anytimetoday apaboneacock apocaliptica apocalyptica apolloapollo apostalofdeath
        appropriated aq1sw2de3fr4 arabella24630 archibaldo61 architect2003 architecture arhangel9797 ariel09ayra2 armagedon666
        arminvanbuuren arquitectura arrozconleche artem1234567 asd123456789 asd123456asd asd123asd123 asd123fgh456 asd154263788
        asd80975393309 asd951753852 asdasd123123 asdasdasd123 asdasdasdasd asdfasdfasdf asdfgh123456 asdfghhgfdsa asdfghjkl111
        asdfghjkl123 asdfghjkl1234 asdfghjkl12345 asdfghjkl123456 asdfghjkl456 asdfghjklzxc asdfghjklzxcvbnm asdfqwer1234
        asdfrewq1234 ashewitt2003 ashleysparks ashleywilliams2010 asifythy7z3hk aspirine121986 assasinecreed assasinscreed
        assassinscreed assemblylist assemyouaretheking asshole12345 associazione astonmartin5 astronomical asusasusasus
        atlantabraves atsonlinejobs atyourbusiness auburntigers auckland2010 augustburnsred austinpowers avadakedavra
        avengedsevenfold avierumolo1922 avrillavigne awdqseawdssa az1234567890 az28061993az azertyuiop123 azsxdcfvgbhn
        azsxdcfvgbhnjm azsxdcfvgbhnjmk b54c2b4fc835 b74cx6qs7328 b7b7vhig5ij5 badboyforlife badiman28200 bagautdinova balllenunell
        balloonsballoons balloonssnoollab bandofbrothers bar588bar588 barneyrubble barracuda20876 barrysanders bartbartbart
        basketball06 basketball10 basketball11 basketball12 basketball123 basketball14 basketball20 basketball23 basketball33
        bassingwel99 bassingwell1 battlefield3 battlefront2 baura-megapass bawcat-taebo101 bayernmunche bbbbbbbbbbbb bbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbb bbcecujcgjlm bbpnxsrircy7 bcgjldsgjldthnf bcnjhbzhjccbb bcnjhbzlbpfqyf bdfybdfyjdbx be92nj74am56in
        bellatlantic belochka090619 belomorkanal bendis-chrisbln benjamin2000 bequshka1996 berserk62344 bertandernie best123admin
        beverlyhills bfreesupping bhrh0h2oof6xbqjeh bianconerone biedroneczka bigblackcock bigdaddyal20 bigdickdaddy bigearnings1
        biggassbooty biggiesmalls bigpopparyan bikerhiker123 bilbobaggins biochemistry biosnex-hardrive birkjen-jengele birthdaygirl
        bitolabitola bjkb8tiu5i5vv bkmz1988bkmz blablabla123 blackadder11 blackandwhite blackdiamond blackestnight blackholesun
        blackman57512 blackpanther blacksabbath blacksonblon blahblahblah blessings888 blessthefall blonda229404 blondiesrule
        bloodevil167 bltynbabrfwbz bluingbluing bmstulobanov bnimdasflgbnq bobthebuilder boltik9411194 bones69-bones69 boogienights
        boomboomboom boomersooner boosucka-wanger bootylicious bordercollie boris9282372 borntobewild borodino1812 bostonbruins
        bostonredsox bountyhunter boy4u2ownnyc bpgjldsgjldthnf br76vt466464443 bradleycooper braunschweig bravocharlie brayan1472583
        breakthrough bringmetolife britneyspear britneyspears brl?nderslev broadway2012 broncoscoach1 brownbrown01 browniesunda
        budakpandai80 buffysummers bullnuts2003 burninglight burtazodis1989 businessbabe busterunit1992 butlerandsly butterscotch
        butthead2000 bvxqtxbm3zmv byajhvfwbjyysq bylecnhbfkbpfwbz bylekmutywbz bynthathtywbz bynthyfwbjyfk byyf1991vensuper
        c0904fd726fc565 c3hfpyteuflftim calcavecchia caledula2003 california123 callofduty123 callrunoncea callscesetup
        campbellsport can'tremember cannotremember caramba100500 cardifflad1917 carlinhos123 carlo2583099 cartoonnetwork
        casual693269 cbhtytdtymrbq cbkmvfhbkkbjy cbvcbvjnrhjqcz cbvtycbyjrbz cbybqgjgeufq cbyuekzhyjcnm cccccccccccc cegthrjn2010
        cegthxtgeibkj cerfcerfcerf cerfytktpmdfrr cexrfrhfityfz cfifcfifcfif cfirfrfrfirf cfvfpyftimrfrjq cfvfzcxfcnkbdfz
        cfvfzrhfcbdfz cfvjythajhtdf cgfcbujcgflb cgfcbujcgjlb cgfhnfrvjcrdf cgfhnfrxtvgbjy cghfdtlkbdjcnm cgjldsgjldthnjv
        championship changed_due_to_fraud changelangms chaoscontrol chapmanpk1995 charliebrown cheaphornybastar cheaphornybastard
        checkinglevel cheekymonkey cheeseburger chelseaforever chesterfield chetteunmarce chfymujcgjlyz chicagobears chicagobulls
        chickenwing101 chiebradrieri chiyeuminhem chocolate123 chouraethiaci10 christoffer1 christopher1 christopher3 ciaociao1234
        cinemabizarre cinqfontaines circumstances cityofangels civilization civilservice civilservices cjcbreqcerf18 cjdthitycndj
        cjdthityyjctrhtnyj cjkm14881488 cjkytxysqpfqxbr cjkywtcdtnbn classdescrip cliegaliases clkursitesux closethedoor
        clubpenguin1 cminging2009 cnfc35762209 cnfhsqgfhjkm cnfybckfd123 cnfybckfd1900 cnfybckfdjdbx cnfybckfdjdyf cnhjbntkmcndj
        cnhtkmybrjdf cnjghjwtynjd cnjvfnjkjubz cockandballs codedomproce coinstallers collingwood1 combat123654 comeandgetit
        comeflywithme cometogether comicbookdb1 commoncommon commonwealth communicatio communication compatibilit compatibility
        confidencial confidential configuratio configwizard confirmation constantine1 constellation constitution construction
        consumercomm contemporary contortionist contraspemspero conversation cookiemonste cookiemonster coolbugi2000 coolcanadian2
        coolerblik56 coolercooler coolermaster corperfmonex corperfmonsy cosmopolitan coubeahecrubi49 counterstrike counterstrike16
        covertbeflap cradleoffilth crash3823776 crashoverride cristianoronald cristianoronaldo crosscountry crusadercrusader
        ctdthjldbycr ctdthjljytwr cthdthbvfyuj cthtytdtymrbq cthutqcthutq cthutqsergey cthuttd123fhntv ctirlicctirlic ctrcvfibyf132
        ctvtyctvtysx cup2006-soccer currentversi custommarsha cxzdsaewq321 cyjdsvujljv10 czcmrbvfczcmrb czps5nyndwcksc czwseilqfoio.
        d2m4a1ak47usp d6v1n41d6v1n41 daemonshadow daggermaster daleearnhardt dallascowboy damienlord12 damonsalvatore danieldaniel
        danilamaster danilka123123456 danluy2350563 dantheman123 darinkabibalova darkmagician darkside1989 darksolder94
        dasha1234567890 dashakakasha dashatwilight305 dashka25061997 dataperfcoun davegrantbrown davidarenson davidbeckham
        davidg63_2000 davidgaleana daytonabeach daytrip-daycamp dbhnefkmyjcnm dbnzufdhbkjd dbrnjh572202 dbrnjhbz1983 dbrnjhbz2009
        dbrnjhbz2010 dbrnjhbzdbrnjhbz dbzearthlink dbzmicrosoft dbzursitesux dc0989dctaras dctgjkexbncz dddddddddddd ddtlbntgfhjk
        deadcandance deadmanwalking deadmau5isbest deatiphiliato27 defaultwsdlh defender9337 defil3dsmdme deflep27-starwars
        degenerationx dekbniudjzjmu delanoteslik delbocavista deletecurren deluxedeluxe demben424444 dementor1994 demon1q2w3e4r
        demon1q2w3e4r5t den1020834880 den121255555 den147258369 denisok199199 denverbroncos denysddf231321 desbravadore
        desertscorpio detroitlions deusdoimpossivel deutschland123 deviceinfose devilmaycry1991 devilmaycry4 dfdddf45fdgh
        dfg5fhg5vgfh1 dfgdfgdfgdfg dfgys34ds432sd dfkmrbhbz1972 dfktekby505152 dfktynby1986 dfktynbyjdbx dflbvybrjkftdbx
        dfvgbhdfvgbh dickdickdick digitalcoding digitaldesire digitalplayground digitalprodu dima123123123 dima12345678
        dima123456789 dima324315198540 dima89923011 dimadimadima dimka123456789 directoryser dirtybastard diskst312002 disksvolumes
        diunilaobu8* djbarabashka djccnfyjdktybt djcgjvbyfybt djdfhekbncgc djpdhfotybt1992 dkfcntkbyrjktw dkflbckfdxbr dkflbvbh1988
        dkflbvbhcrbq dkflbvbhjdbx dkflbvbhjdyf dkflcjrjkjdcrbq dkflzgthdsq1 dktcehjlbkfcm dna123zebra1 dnepropetrovsk dodecahedron
        dodgecummins dog154see586 doityourself dolbydigital dolcegabbana domainlock2004 domainlock2005 dominik563431995
        don'tremember dontworrybehappy doomsayer.2.7mords.v doomsayer.2.7mords.vv doppelganger doppleganger dorothy24541
        dq4ja488cwr6 dr29ro571zd7 dragonballgt dragonballz1 dragondragon dragonmaster dragonslayer dreamtheater drerhgeegehr
        drift89094072877 driversignin dron24122004 ds6tetsfdsrfdfgd dsgtylhbdfntkm82 dskscsgslscns dtkbrjktgysq duinstallupd
        dumspirospero dust360271212009 dvtcntyfdctulf dylan610-rem58 dynamicupdat dzxtckfd1995 dzxtckfdjdbx dzxtckfdjdyf
        e4357ce4357c e8ip48iseh81 eagle1110-stimpy eapfeilstick easypaygroup ebuyycyawyxv ebxupogwno7k edlx9ti3blifme edwardcullen
        eeeeeeoooooo efwe5tgwa5twhgd efwewefwewer egew5twt3tgh65y egorbest1993 ehbyjnthfgbz ejxjzgbgunaz9z6j6exbniqga ekaterinburg
        ekmnhfabjktn electrohouse elenagilbert elenasmirnova elianetenero09 elior20052482 elitedollars eljdjkmcndbt elvispresley
        emadamad123456 eminem50cent emoviolence11 emyeuanhnhieulam encyclopedia engine1995ass englishman36 enlightened1 enochian1969
        enterprise77 enterprisese entershikari entertainment entrepreneur eodcrackhead epevfrbyfhenj eragon19021985
        ereyes4269-ryan1199 erocdrahhardcore eropokereropoker escortrsturbo esqueciasenha estabilizador euamominhafamilia
        euamominhamae euamominhavida eubkmhf8gzik eugeniy4121999 eulacomplete euq8pvhrnpssdymizqx+ euteamodemais euteamomuito
        eveningcucumber eventlogmess everybodylies ew4certhcmhy ewelina6814838 exgirlfriend expanasion12 experimental exportnation
        extensa5630g eyaze3mpkzns eybdthcfkmysq ezekiel11991 f*ckintits99 f1x753951753951 facetoface77 fairanger71rus faizarecords
        fallen_angel familiasilva familiyafamiliya fank10011996 fantom241093 fargifiction farida1a-rem710 fatima753357 fcporto74150
        fd7c6ms9uxhw fdfnfhrf6666 fdnjpfgxfcnb fdnjvfnbpfwbz fdsg5485lhn5 feathertextu fedcbaabcdef fedcbafedcba fernandotorres
        feuerwehr112 ffd0fdd6cbf01 ffffffffffff ffffffffffffff fgghjrcbvfwbz fghjrcbvfwbz fgjrfkbgnbrf fictionfargi finalfantasy
        findaupair007 finishthread firemanhaztm firsttimeset fkajfhsgt19pot fkmnthyfnbdf fktrcfylh1988 fktrcfylh1991 fktrcfylh1992
        fktrcfylhjdb fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf flagfootball flamethrower flatronf700b flatronf700p flatronf720b
        flatronl1718s flintstone2000 fltkbyf13122009 flvbybcnhfnj flvbybcnhfnjh flvbybcnhfwbz flyman832000 fooma091194fds
        football**** forester1377 foreveralone foreveryoung fountainhead fr1812hjccbz frankandsherry frankenstein franklinnilknarf
        franknfurter frederiksberg frederikshavn fredfredfred freepalestine freepornsource freetrafficworld freightliner
        frephiotohaij65 friedchicken friendinvite friendsforever frodobaggins fuckedupshit fuckfuckfuck fuckingbitch fuckingflicks
        fuckmefuckme fuckmerunning fuckoffbitch fuckthepolice fuckthesystem fucktheworld fuckthisshit fuckyoubitch fuckyoupayme
        fuckyourbrain13 fussballverruckte fw34klm79rte fwwrjqcjnjyf fyfcnfcbz1993 fyfcnfcbz2006 fyfcnfcbz555 fylhtq555726
        fynfyfyfhbde fypjhbr007dfcz007rfr fyutkbyf2005 fyutkbyf2007 fyyf20050427 fyyffktrcttdyf g00dpa$$w0rd g13916055158
        gabrielmota12 gaga_123_gaga gaiakixzpufi galatasaray2 gamemaster12 ganjubas2007 gankutsuou1989 garciamartin1995
        gbhfvblfkjkrf gbplfnsqgfhjkm gbplfnsqgfhjkm1 gbpltwgbpltw gbpltwgfhjkm gc4k6nuhrdk2 gcvgrvuut5v6er gearsofwar2012
        gena10051982 generalsetti geniusgenius genuineintel georgegeorge gergdsfgedhjdrg gettherefast gettingthenetfucker
        gevgehev1982 gfdkeitxrf5432 gfedcbaabcdefg gfgbhjcbv228 gfhfkktkjuhfv gfhfkktktgbgtl gfhfktkbgbgtl gfhfktkbuhfvv
        gfhfktkjuhfv gfhfktkktgbgtl gfhfktktgbgtl gfhfktktgsgtl gfhjkm123456 gfhjkm12345678 gfhjkm123456789 gfhjkm426800
        gfhjkm927256 gfhjkmgfhjkm gfhjkmgfhjkmgfhjkm gfhjkmghjcnjq gfhrehgfhreh gfifrjcnbiby gfifvtldtltdghjcnjkfgjxrf gfintnqqq333
        gfnhbr787898 ggathering92 gggggggggggg ghbdfnbpfwbz ghbdfnbpfwbz1 ghbdtn123456 ghbdtnbrb767 ghbdtnbrdctv ghbdtnfylhtq
        ghbdtnghbdtn ghbdtnhjvfirb ghbdtnrfrltkf ghbdtnvtldtl ghbhjljdtltybt ghfdjgbcfybt ghhh47hj7649 ghjabkfrnbrf ghjabkfrnjhbq
        ghjatccbjyfk ghjatnghjatn ghjbpdjlcndj ghjcdtnktybt ghjcgtrnvbhf ghjcnbnenrf1 ghjcnhfycndj ghjcnj15z04jdty88 ghjcnj4197809
        ghjcnjckfdrf ghjcnjgbjyth ghjcnjgbpltw ghjcnjgfhjkm ghjcnjgfhjkm1 ghjcnjghbrjk ghjcnjghjcnj ghjcnjnfr123 ghjcnjqaz123
        ghjcnjqgfhjkm ghjcnjrdfibyj ghjcnjrdfityj ghjcnjrhbdjq ghjcrehjyjbl ghjivfyljdrf ghjktnfhcrfz ghjnbdjcnjzybt ghjotghjcnjuj
        ghjrkznbt666 ghjtrnbhjdfybt ghjuhfvekmrf ghjuhtccfnjh ghjvbcrebntn ghjybryjdtybt ghostbusters ghtcnegktybt ghtdtlvtldtl
        ghtgjlfdfntkm ghtlghbybvfntkm ghtphtybtcerfv giannicontessa giorgigiorgi gjcktlybquthjq gjgeufqhjvfyfzif gjhjkmgjhjkm
        gjhyjckjybr1 gjikbdctyfabu gjkbghjgbkty gjkbyf123ghjybyf gjkbyfgjkbyf gjkmpjdfntkm gjkmpjdfntkm1 gjkysqgbpltw gjkysqghbdjl
        gjlgjkrjdybr gjrfghblehjr gjrtvjygbrfxe gmmskin35334 gnbwfcxfcnmz gnthjlfrnbkm godverdomme01 godzillaslpo gofuckyourself
        goldinfo1975 goldman12345x goodmoodfood googlecheckou googletester gordolee85-mac2olli gorelova2009 gpihofkrhfphg
        gplfm.qdxnzik gqlsstfhqgwwvqxjx granadaptfcor grandchildren grandtheftauto grasshopper1 grassisgreen greatbritain
        greedisgood007 greedisgood1 greedisgood10987 greenlantern greenmonster gregoryhouse grfgsfhgdhgfd grizzybusted gtasanandreas
        gthcgtrnbdf76 gthdjghbxbyf gthdjrkfccybr gthdjvfqcrfz gthgtylbrekzh gthlbvjyjrkm gthtdjgkjotybt gthtgjldsgjldthn
        gthtljpbhjdrf gthtpfuheprf gthtrfnbgjkt gtnhjgfdkjdcr gtnhjpfdjlcr gtnhjpfdjlcr123 guidinglight guilherme123 guimodedebug
        guitarmegafake guitarplayer gunsandroses gygypyfyyyposhy h4uqthuyfvmu h6u7p3i4o8q3 hakuna19631211 hakunamatata hakunamatata1
        handkerchief handofdeath1 hangingplant hannahmontan hannahmontana hanterstrely happygilmore happygolucky happynewyear
        happytreefriends hardcore2000 harleydavidson harleydevidson harmankardon harrypotter1 hassan030894 hastalavista hastings1066
        hatch9379992 hatelbhatt17 haveaniceday hawkesbury93 haymes12345678 hbnfhbnfhbnf hbptyiyfewth hbrbnbrbnfdb hcrcl8ilqafw
        hd764nw5d7e1vb1 hd764nw5d7e1vbv hddcs91372574 heartbreaker heatoclevaedr36 heccrbqcnbkm heckfydrjynfrnt hedimaptfcor
        hekbnrfrdctulf hellfire1990 hello_its_me hellobrother hellogoodbye hengsha_2_23 herrderringe hesoyamaezakmi hesoyamhesoyam
        hesoyamkjkszpj heterosexual hfcnbirf2008 hfirstptfcor hfpubkmlzq80 hfpyjcbkf839 hgdxtgttgfdtdtes hgfedcbaabcdefgh
        hh775755757g hhhhhhhhhhhh higtveteran11 hiltonptfcor hitsboosterpro hjccbzxtvgbjy hjnjhhjnjh123 hjpjdsqckjybr
        hjpjxrf23062007 hjvfhjvfhjvf hjvfyjdhjvfyjd hl3fp5sjer8wmcyk hmr0257576021 hockeyplayer hoffenheim2008 hogtieddazed
        hojeetercafe holacomoesta hollahossa75 homersimpson homesweethome hooligans1488 hppsmiro2002 hrenvzlomaes hrtheyethsttrh
        hs49zu7wzpk2r5ac hsrjdlvbnhbq hswfhmcvthnb htcnhernehbpfwbz htrdbtvgjvtxnt htutcnhfnehf huangjin1987 huddersfield
        hunterhunter hxckugxvtmdsm i210c844q523 iamalocksmith25 iammillioner iampurehaha2 iamsuccessful iamthewalrus iamthewinner
        iaxe105-lanceman ichliebedich idedevicep0t idedevicep1t idedevicep2t identificati idontloveyou ieexecremote ifynfkmghbvv44
        ihatehackers ihatemyself*** ihateniggers ihatethisgame ihopaskavesi ikfcfifgjijcct ikhouvanjeomer12345 ilikechicken
        ilikedressingup iliketurtles ilikexbox0104 illelonorpomy ilov3th3lord ilovebigtits iloveboobies iloveemoboys12 ilovefootball
        ilovefriends iloveladygaga ilovemummy446 ilovemyfamily ilovemyfriends ilovemymother ilovemyschool ilovenatasha ilovethisgame
        iloveyou1234 iloveyou1994 iloveyou1997 iloveyou2011 iloveyoubabe iloveyoubaby iloveyoupker ilyuminnaciya imortal913913
        imyaimyaimya inactive1996aug includecatal incredibleguest incrediblereview independence independenci independente
        independient indianajones infinityward infinitywing informatique ingaforptfcor ingodwetrust initialiazat initializati
        initializing initiative30 installation installdevic installenume installinter installlegac installpersi installsqlst
        installutill installwmfsd installwmp64 installwmpla intelceleron intellectual intelligence intelpentium internaciona
        internacional internationa international internationale internazionale intervention invinoveritas iofdmaaycdbvrlbi
        ipo54tj45uy856 ipwnroben123 ira123456789 irinaivanova irjkmyfzajhvf isakov7roma7 isdn128turbo iseedeadpeople iseedeadpeople1
        island18pass issue43-alaina itiswhatitis itsupport325 ivan19514948 ivan77568369 ivrus19922701 iwillfuckyou iwillk03657320258
        iwillpk5ever j7a5c4k4s5o7n jabbawockeez jack33_lwr9l jackasslolfr21345 jackinthebox jacksonville jahrastafari jakethesnake
        jakonda678st jamesbond007 jamestkirk7769h janetjackson jariknatasha javaxishvili jazzymanlfuckem jean-francois jedemdasseine
        jefferson123 jeffersonlibrar jeffgordon24 jegerikkedk123 jennajameson jenniferjennifer jenniferrefinnej jensenackles
        jeremiah1618 jesseluotonen jessicawhite jessie-oscar jesus0077993 jesuseocaminho jesuseuteamo jesuskristus jesuslovesme
        jetbalance2w jets714417ny jjjjjjjjjjjj jjjjjjjjjjjjjj jkiuztdftl57 jklasdlj2312 jktrcfylhjdbx jktxrfjktxrf jl15ioomn84z
        jlquatt-j22276 jlyjdhtvtyyj jlyjrkfccybr jlyjrkfccybrb jnvjhjpjr123 jo12ko051988 joabe_50cent joffustoffin johannesburg
        john!20130605at1753 johnnybegood jollyyjollyy jonasbrother jonasbrothers josebaron123 josephphone7 joshhartnett jrcfyfjrcfyf
        juanmanuel66 juliette2000 jundian2011xr justin123951 justinbieber justinkislyanka juventus1897 juytneibntkm jvksc27ylkjt
        jxtymghjcnjq jxtymrhfcbdsq k1ku1ch1m0j1 k2xs85pgnffc kaiserslautern kakakakakaka kalinkamalinka kalmar801415854 karatel54852
        karinakarina kartoffelpuffer katerina1989 katerina1990 katerina1992 kaylynnmarie kazantip2009 kbkavgfcabwda kbpfhtvfhxer
        kbytqrf251993 kbytqrfhekbn kbytqrfufdyj kbytqrfujdyj keyfrhfcjnrf kfdhtynmtdf112233 kfgjxrfljxrf kh6s4a2ppim2 khuljasimsim
        kienan22071998 killerkiller killermonkey killingspree killkillkill killyourself kindergarden kingdomhearts kingsofmetal
        kinokinokino kirill04101996 kirill123456789 kisa19953011 kislotnyi2692 kjhtdstfuyhil kkkkkktttttt klbik87987974 kleopatra777
        kleptodathief kmstsg229179 knackwurst8853 kogytmagnym007 kolechka090619 kolo__1kolo__1 kolovrat1488 konstantinos
        konstantinov konstantinovna kostyakostya krasav4ik1995 krasilnikova krasotka2010 kristina1987 kristina1990 kristina1991
        kristina1992 kristina1993 kristina1995 kristina1997 kristina1998 kristina2009 kristina2010 kristinochka kruviviju101
        ktjynsq40147 ktnjjctym228 kturjbghjcnj ktyf13021998 ktynfj01011986 kucinggarong kumarsouravarzoo kuni42kuni42 kurosakiichigo
        kuroshitsuji kvkklas199613 kyk1rbk1hbw0uqkckwbh kzcmrbvfczcmrb kzg5pcxbpxax kzryzptdf573 l33tsupah4x0r lacedmeone86
        lalalalalala larterlarter lasnaloveafrosja laurel12creek laurelindorenan lavidaesbell lavieestbelle lbaathtywbfk
        lbvfcegthcnfh lbvfvzcybrjd leavemealone leavemealone1 lebronjames23 legalise2009 legendkiller lehjxrflehjxrf leja59257301
        leliane50934 lemuel913110 lena123456789 lendlord1993 leopoldxyilo leraleralera lesbiansrule lessthanjake letadlo741852963
        lexx1029384756 lfhbyfjcnhjd lfiflfiflfif lhbjkjubz2957704 liaandsonya11 libertadores lightinthebox lightpower12345
        likanelicane limpbizkit99 linkedin2011 lisadumon842 littlefucker liverpool123 liverpool1892 lizardstresser ljh345ljh3577
        lkbyysqgfhjkm lo3fvyyqsl5b locdogdontstop lockingservi loco68-impossib loferuttylort logpidvalues lol123456789 lol123lol123
        lolfriendslaugh lollerskates lollollol123 lolo19972804 lolsmileyface lordgyeah561 loseyourself lost4815162342
        louis.vd.bongaert louisdog-hattydog louisvuitton love123456789 love777321777 loveandpeace lovebeloreck lovelove2010
        lovelovelove lovemetender lovemyfriends lovepickles23 lovessuper412 lovesthecock lrh195005041971 lrodney-rrodney
        lsjkfghkj45kjh ltdcndtyybwf ltlvjhjp1060 ltpbyajhvfwbz ltqcndbntkmyj ltybc7327857 luisfernando luvbekkikkevbul lvbnhbq12345
        lxgiwyl130795 lydcc20091314 lytdybrbdfvgbhf lytghjgtnhjdcr lyublyutebya m01759766727 m0therfucker m1a2r3i4n5a6 macedonia3189
        madagaskar94 madeinheaven mademoiselle madscientist maertracque1 magicolivorno magictune777 mailcreated5240 makc000000000
        maksimka2134 mama12345678 mama123456789 mama1234567890 mamailoveyou mamay19891707 manchesterunited mandermka112
        maprchem56458 marcio415041 marcoantonio marek14michal margarita2010 mari01012001 mariaantonia mariaeduarda marie-madeleine
        marik322424644 marilynmanson marinamarina marinanastua1313 market892892 markpnpdevic marlboro2202 marlonbrando marmelado4ka
        martenson908884 maryseforever masa3364-33645962 mashamashamasha maslennikova massimiliano master1master2 master2217433
        masterbaiting masterbating masterbation masterblaste masterblaster masterkey123 mastermaster masturbaciya masturbating
        masturbation matheus12345 matiasjerez123 matilda123123 matrixmatrix maurolarastefy maxver199317 maxwellhouse mazahaka49285
        mazefaka2009 mchedlishvili medalofhonor mediterraneo mega_pizdetz666 megaparol12345 mehanizacija meilesjegaxxl mekhinnymoppy
        memyselfandi meowmeowmeow meparishvili mercedesbenz mercedesw202 merchantmerchant merkava-ivanhar1 merlin216382
        mersacenforce messygirl-girlmessy metallica123 methamphetamine metropolita1 metropolitan metropoliten mevefalkcakk
        michaeldelaila michaeljackso michaeljackson michaeljacksonj michaeljorda michaeljordan michelangelo microlab1986
        microsoftraw middlesbrough mightydragon13 migrationschool miguelangelo23 mihailliahim mihaisurleanu mihaisurleanu2561
        mihamihamiharap mikeybihon-post12 milko12345677 millyisloppy mimamamemima mindiashvili minecraft123 minhafamilia
        minhafelicidade minimalinsta minimaltrust minnesota_hp miroshnichenko misericordia mishaoooyeah misterzaklady misvazhen1997
        mitochondria mittelscurry mittsitt2009 miyvarxarani mmmmmmmmmmmm mnbvcxzasdfghjkl moderncombat modernwarfare modernwarfare2
        modernwarfare3 moedzkhhyfonq mogilev368088193 mol8leks24kr momsanaladventure moneyfornothing monstercocks monsterhunter
        morganstanley mortalcombat mortalkombat moshatinkor1 moshatinkor2 motherfucker motherfucker11 motherlode123 motorcontrol
        motorola1234 motorolac350 mountainbike mozilafirefox mozillafirefox msdasqlreadm msjetoledb40 msoracle32re msorcloledbr
        multifunctio multiprocess mushroomhead musicismylif muslim0626461997 mustanggt500 mutherfucker my9508669252 myassishappy
        mychangeserv mychemicalromance mycompnetwork mycroftholmes myfuckingpwd mylenefarmer myliveisjail myponycancelled
        n8doggmorgan n8zgt5p0shw= nacional40677 napoleon1812 narimanisayev narutonaruto narutouzumaki nastya23101999 nastyanastya
        nastyanastya123 nat198777734 natalinatali natashanatasha natiichen999 naughtyamerica navuhodonosor navuhodonosor1
        navykentron1994 nazwanowka1234 nbafyb30111997 nbkbvbkbnhzvlbz nbvfijdckfdf nbwnbw258789 ndbyrbndbyrb ne_e_pod_chehyl
        necronomicon necronomikon needforspeed negfzvfkjktnrf neizvestnost nekronomikon nemmondommeg nemvxyheqdd5oqxyxyzi
        netclientfil networkingpe networksetup never32been16 neversaymypassword neversayneve neversaynever nevershoutnever
        neversmile95 newandimproved newblood2000 newfoundland newlifebegins neworleans12345 newpassword1 newproject2004 newt7899onrs
        nfvbkjxrf1975 nhbfyuekzwbz nhbujyjvtnhbz nhbujyjvtnhbz212 nhbybnhjnjkejk nhecsyfujkjdt nhfdfytyfhrjnbr nhfdvfnjkju123
        nhfycajhvfnjh nhfycajhvfwbz nhfycajhvths nhfycrhbgwbz nhfypbcnjh22 nhfyrdbkbpfnjh nick1234-rem936 nickho-covers
        niemtelletmein niezapominajka nightcrawler nightstalker nika19981303 nikita9609595982 nikitanikita nikitosik2011
        nikolozinika nineinchnails nissanalmera nissanskyline nissanskylinegtr nitroglicirin njhygtftb567 njkmrjlkzvtyz
        njkthfynyjcnm njxrfrbgtybz nn8n8bn8bn8b nnjceyvsu2y4 nnnnnnnnnnnn nobodynobody nodataincolumn nondriversig nosceteipsum
        nosforeverever nosnikta8991 november1972 noviembre201 novograd2011 ntktajy12415 ntktdbpjh1994 ntnhflmcvthnb nuncateolvidar
        nurregulle95 nuttertools1 nuttertools123 nuttertools1234 nv0905198516 nymphetamine oc80969496479 odessamama2010 odessamama69
        odessarostov odinochestvo odnoklasniki odnoklassnik odnoklassniki oksanamalushka olcrackmaster oleg12345678 olegstan1980
        olek122333400 ololotrololo omegamircolaura onedirection onelovekv9293 onlyone4-myxworld ontheoutside oochristian2
        oooooooooooo opalpussycat85 opernkleider opezassociateslb ops123456789 optimusprime optionaldirs opusdeijunior oracleclient
        orangecoffee orangemonkey orientepetroler oriflame2010 ornitorrinco orochimaru1991 otvertka1337 ourladypeace ovchinnikova
        overwhelming ovsyannikova ozzyosbourne p030710p$e4o p140499417feef870 p3i2p1p3i2p1 pabloescobar pagevars.get pakistan1234
        pakistan1947 pamelarafter panasonic123 panasonic1981 papagepetteo papinadochka paradiserios parainfluenza paraklast1974
        paralelepiped paralelepipedo parallelepiped paramore1234 parasha11uvarova parliament12345 password1234 password12345
        password123456 password1981 password1992 password1996 password2000 password2002 password2003 password2009 password2010
        password2011 password2099 password4321 password=09=09 passwordassword passwordcorner passworddrowssap passwordpassword
        passwordptfcor passwordstandard patricia.miguel pawsplease11 paycom013002 pciide0chann pcrmcfnsoqw+ peaceandlove
        peanutbutter ped100ananacnaveka pedro77772mru pedrolucasmunhoz penelopa1234 pennsylvania perasperaadastra perezagruzka
        perfectexploiter perfectworld perseverance peterborough peternorth10 petrozavodsk pfqwtd27121988 pfvtxfntkmyj philadelphia
        philipdannypaul phoenixrain1 photographer photoshopcs4 phs16l31pogosta physicaldevi phztca63f9zu phzv5rtfpkwc pierrepierre
        pigletpiglet pikkunappi9c pincopallino pineapplecou piri1233445585 pjkjnfzjctym plasticfloor playboybunny playstation1
        playstation2 playstation3 pleaseletmein plhfdcndeqnt pmdmscts2000 pogo22-omegaome poiuytrewq8008 polinapolina polipropilen
        polischuk4693 polniypizdec0211 polniypizdec1102 polniypizdec110211 pomapomapoma poochunk1993 poonamganesh poopiebrains
        popkorn461016 popovich250293sanek porninspector pornographic pornographie porschecayenne poshlivsenahuy powerful3701
        powerlifting powerman5000 powerra9gers powerrangers pppppppeeeeeee pppppppppppp preciousprotection precompilein precompiling
        premiere1992 prevedmedved prigoda25392637 prikolprikol primavera2006casa privatejayla privetkakdela privetprivet
        productid20f professional professionaltools programmable projectsadminx prostigospodi prostokvashino prostoyparol
        providername przyjaciolki psetupinfcac psetupinitre psychosocial ptktyjljkmcr ptybnxtvgbjy punksnotdead purerf545454
        purpanptfcor purplemonkey pussycatdolls pussylover69 pussymonster puteshestvie pyfvtybnjcnm q1a1z1w2s2x2 q1a2z3w1s2x3
        q1a2z3w4s5x6 q1q1q1q1q1q1 q1q2q3q1q2q3 q1q2q3q4q5q6 q1w1e1r1t1y1 q1w2e3a1s2d3 q1w2e3q1w2e3 q1w2e3r4t5y6 q1w2e3r4t5y6u
        q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 q2w3e4r5t6y7 q7txfofgx0qb q80661658441 q80669707167 q89500282294
        qa8916820123 qawsedrf1234 qawsedrftgyh qawsedrftgyhujik qawsedrftgyhujikol qaz123456789 qaz123qaz123 qaz123wsx456
        qaz123wsx456edc qaz1wsx2edc3 qazedctgbujm qazwsx123123 qazwsx123456 qazwsx123edc qazwsx741852 qazwsxcdevfr qazwsxedc123
        qazwsxedc1234 qazwsxedc12345 qazwsxedc1975 qazwsxedcasd qazwsxedcrfv qazwsxedcrfvt qazwsxedcrfvtgb qazwsxedcrfvtgby
        qazwsxedcrfvtgbyhn qazwsxedcrfvtgbyhnujm qazwsxqaz123 qazwsxqazwsx qazxcvbnmko1 qazxswedc123 qazxswedcvfr qazxswedcvfrtgb
        qazxswqazxsw qbrqu7fkhgqv qo1029384756 qplk9637next qq11ww22ee33rr44 qq8gws75mgo8 qqaazzwwssxx qqqqqqqqqqqq qqwweerrttyy
        qrafzvwesdxc41 qrd2gvmdfltq qrfst5tjolud qriltzm1xq3d quadrifoglio quant4302000 quant4307quant4307 queroveragora
        questpistols queteimporta quiveringotter qw12er34ty56 qwaszx123456 qwaszx987412369 qwaszxerdfcv qwaszxqwaszx qwaszxxzsawq
        qwe123321qwe qwe123456789 qwe123asd456 qwe123q1w2e3 qwe123qwe123 qwe123rty456 qwe1qwe2qwe3 qwe9876543211234567 qweasdqweasd
        qweasdzxc123 qweasdzxc123321 qweasdzxc12345 qweasdzxcrfv qwegta13091990 qwepoi123098 qweqwe123123 qweqweqwe123 qwer1234qwer
        qwerasdf1234 qwerasdfzxcv qwerasdfzxcv1234 qwerfdsazxcv qwerqwerqwer qwertasdfgzxcvb qwertasdfzxc qwerty100500 qwerty123321
        qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwerty1234567890 qwerty123qwerty qwerty150270 qwerty654321
        qwerty987654321 qwertyasd123 qwertyasdfgh qwertyasdfghzxcvbn qwertyhgfdsa qwertyonline qwertyqwerty qwertyu1234567
        qwertyui2000 qwertyuiasdfghjk qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop12345 qwertyuiop123456789
        qwertyuiop[] qwertyuiopas qwertyuiopasdf qwertyuiopasdfg qwertyuiopasdfgh qwertyuiopasdfghjkl qwertyuiopasdfghjklz
        qwertyuiopasdfghjklzxcvbnm qwertyuiopzxcvbnm qwertyuqwertyu qwertyytrewq qwertyzxcvbn qwpoaslkzxmn r1u2s3l4a5n6
        r3r3vi3wacc3ss r4e3w2q12000 raailgrinder radenebwnz12 radeonradeon159 radhakrishna radiotehnika ragstoriches
        raidersofthelostark raijmakers313 rainbowskittles rainger-493949 rakkausrunot rambrushadow rammstein1995 randomdude12000
        raoyu1359760 raquel_adolfo rbcf20rbcf20 rbctktdybrjkfq rbhbkkrbhbkk rbytvfnjuhfa rdewulzvchjz rdfkbabrfwbz rdfpbvjlf007
        rdsdisplay16 readdataport realmadrid10 realmadrid11 redve3z4and2 refridgerator refrigerator regeneration registerdevi
        registration regularexpre rekmnehjkjubz relationship relaxwebbewxaler remotedeskto reqghjccsogfcc rereirfrereirf
        rerfhfxfkjcm residentevil residentevil4 residentevil5 resurrection resurrection84 retsamoen123 revoluinfo123 revolutiontt
        rewqfdsavcxz rfewtww5tgregtr rfgyuji8il0oksdfzx rfhbyfrfhbyf rfhfdfyrfhbyf rfhnjxrf33456 rfkbyfrhfcyfz rfkbyrfvfkbyrf
        rfktylfhbr123 rfkzrfvfkzrf rfnfchjafptvkb rfnthbyf1988 rfnzktyflecb rfnzrfnzrfnz rfrfirfrfrfirf rfvbrflpt2011
        rgihlxoyoclmgiqsu rhbcnbyf1990 rhbcnbyf2000 rhbcnbyf2003 rhbcnbyf2009 rhbgnjuhfabz rhbvbyfkbcnbrf rhenjqgfhjkm rhfcjnektxrf
        rhfcjnfcgfctnvbh rhfcjnrf2011 rhfcyfzifgjxrf rhfcyjgthjdf rhjrjlbkutyf rhjzp59vnq00 rhododendron rhtcnbycrjuj rikitikitavi
        ringedtits2004 riodejaneiro rjcvjgjkbnty rjhjkmrjhjkm rjkktrwbjyth rjntkmybrjdf rjvveybrfwbz rjyabuehfwbz rjycbcntywbz
        rjycnfynbyjdf rjycnfynbyjdyf rjyutybfkmyjcnm rkjybhjdfybt rktyjdsqkbcn rmracinggnicarmr robertpattinson robertrobert
        rocawear1993 rockdisplace rockohamster rocksmysocks roflroflrofl rogyansamehali rollercoaster rollingstone rollingstones
        rollingthunder romantorenkov romapavlenko20 romashka1970 romashka2010 romashka2011 romasxodizaxlebo romkathepapavk147896325
        rompecorazone ronaldinho10 ronaldinho80 ronaldo130897 ronskiebws123 rr231982w111 rrrrrrrrrrrrrrrr rsc512663995 rtyufghjvbnm
        ru4btrpnkokgeq ruellovedada1 rumpelstiltzkin runescape123 runescape1995 runesofmagic ruslanruslan s1e2r3e4g5a6 s2ed8rpasdvl
        s80992813028 s8ylpe9jdpvym s9744644z4464 sadfsfaasd123 sagmicrosoft saintssaints salocaluimsg salvadordali samayamilaya
        samerica2005 samimaxi1212 samohodkin521 samsung12345 samsungc3050 samsungkoze176351 samsungnokia samsungs5230 samsungs8000
        sandervandoorn sanfrancisco sanidtrshyrd sansebastian santabarbara santiagokapo27 sanynokia5130 sasha1993150205
        sashasashasasha sashka159357 sasukeuchiha satisfaction saun24865709 savok13081308 saxaridze098 scandinavian scesetuproot
        schallapatapan schastlivaya schnickschnack schoolgirlie scorpion1984 scorpionking scsenia911911 sdf7asdf6asdg8df
        sdicmt7seytn sdjk985dfkjg sdsfdgnd3jl5lv se354et6haeth sebastian106 secretpassword secretsecret seemnemaailm sekret199502
        selfsigncert senbonzakura seniseviyoru seniseviyorum sentinel2000 seo21saafd23 september2010 sera19930220 seregaserega
        sergei199428 sergeypronin sergeysergey serializatio serialkiller sermak338024 serverapplia servicedatab serviceproce
        setactivepwr setcurrentpr setinstalldr setproductid setupchangel setupdicallc setupdigetcl setupdigetde setupdiinsta
        setupopeninf setupstartse setupvirtual severodvinsk severussnape sex123456789 sexinthecity sexisawesome sexosexosexo
        sexsexsexsex sexyboyharry sh4d0w3dhtml shabandaryant shadowmaster shahi0911ami shalomshalom sharo3taylor sharpandshiny121
        sharpshooter shayshayshay shemhamforash shevchenko1995 shithappendsshit shotokan2104 showmethemoney shvagrev1990
        signature1fa signature673 sil918273645 silmarillion silverbullet silverdesk84 silversurfer silvertree976 silvidvebuio
        simbaa-simbaaa sinhrofazatron sjls2zbtmtle sjswsbqvbxipi skafiskafnja skakalka199218 skateboardin skateboarding
        ske9k9tch3r5w9s skipmissingf skorobogatova skywalker1979 slava5sandr5 slava6617644 sleepyhollow sliueaproulou81 sliveddevils
        slonyaka082367 smashthestate smokeweed420 smokingkills smokingteens smolinnikita smudgesmudge snaelro35620 snowboarding
        sobrenatural sojdlg123aljg sojesussalva sokolovskaya soldatenko20 solodoukhin1 solosolosolo somanypickles27 somepassword
        somesword123 soni43634255 sonnenschein sonyericsson sonypictures sophiekitten sorbonne2011 sosca6661254 soundblaster
        sovershenstvo spartakmoscow spartaque312 spatarikanec speakersystem specialinsta spectrumonline spectrumsonline speechengine
        spiderman123 spidermonkey spinningwheel splashdownfire splatterhouse splintercell spongebob12345 sportscenter spsetuploadp
        sregnarrangers ssallonnikki ssssssssssss ssssssssssssssss stairwaytoheaven stalkerstalker staneonerulez stanyukovicha
        stargate2000 stargateasgard2009 startfinding startservice startspooler starwars1138 starwars2000 starwarsfan10 stas123456789
        stefangreil1983 stephanie123 steporthood2nd stickdaddy77 stinkyfinger stitchpuller stlkpsk3uoci stonecold316 stormbringer
        straightedge stranger9000 stratocaster stratovarius strawberries strawberry12 streetball123 streetfighter streetracing
        stripclublist structptfcor stukjehout12 subaruforester subaruimpreza successfully suckmyarma69 suh1584dswk9 suicidesilence
        sukasukasuka sumatraelkan sumertime117 summeriscute sun123456789 sunderhaft20 sunisshining sunnrise2010 sunnysunny123
        sunriseavenue sunsetrocks800 super123456789 supercharged superchicken supercutekawaii supereclipse superfamily123
        superfriends superhero123 superman1938 superman1975 superman1985 superman2010 superman207211 supernatural superpassword
        superromario supersayin85 superstar100 superstar123 superstar12345 superstar132 superstar1985 supertoronja4 supertrucker
        supplementalincome surfbusiness surfermaster surveysurvey suryaonline!00 susie65-eurostra susieewilliams susliksuslik
        suty8yladyhe!a sv19101988sv sverhchelovek sveta123super svetlan18375 svetlana1963 svetlana1969 svetlana1973 svetlana1976
        svetlana1978 svetlana1980 svetlana1981 svetlana1982 svetlana1984 svetlana1991 svetlana1993 svetlana1994 svetlana2010
        svetlana2011 svetlanaf2004 svetlanka2003 svetlanochka svetocopy2110 sviluppo2006 svosemen1103 svow1k3nitro svpibill0825
        swaminarayan swath3395muddy sweetbabyjane sweetdude123 sweetheart24 swforever777 swg7z4vouiou swimmingpool swooop543345
        swthernsugr9tsou sxsahei83myes sykazatknis123 sylviarafael syncmaster151s syncmaster1991 syncmaster710n syncmaster710v
        syncmaster713n syncmaster740n syncmaster753dfx syncmaster755dfx syncmaster757nf syncmaster763mb syncmaster793df
        syncmaster913n syncmaster920n syncmaster940 syncmaster940n syncmaster943n synystergates syqiiiqes55bu systemofadow
        systemofadown syvnaaacadre syxanova1993 szczecinmiasto szevasz-tavasz t0500462143n t1998traymon t3uywqv52wmki t5t7ubxltnbm
        t6dlniahehjsktr60vp8rb50e2 t6eki8kktnnfo t8nwxe8z735ok t8tegwgxhztsq t_r_i_e_s_n_y_u_g_e_ ta50ca18ce46 tabaksmentolom
        tabvjdbujhm1 taekwondoitf tafelpoot123 taichi110183 taiwantaipei takehana-take8422 takekazu7-kamikitakeiko takeshi0997292
        takingoverme talamort?dukolak talgarno2575 taliesin2000 talisman1247 talisman9119 talizora1983 talkingtoyou tamfeltfanafel
        taniafernandes_87 tannedbehind tannenbaum07 tanya1003b2005 tanya1234567890 taokhongbiet tapir90ipatsya tarakashkaya
        tarantino123 tarasaka4747 tarasenkoalex taskforce141 tatuirovshik tatyana12345 tawny21bii-access taynagamaprimavera
        tbjhvb78vr84 tbrunson-serihs tc61wxwmb7dua tcntcndjpyfybt tdutybq12345 tdutybqjytuby te8rqk5knxku teamoandressa teamocristia
        teamocristiane teamodeverda teamofernand teamomuchisim technics1210 technologies teddyracecar teen.comcalculat teenhardcore
        teenieweenie teenshardcore teerbob1-faceman1 tegocalderon tegucigalpa100 tehygdfhgdagf teldefault01 tele2apossum
        telechargement telecomanda12 telemarker14 televocomigo telohronitel tematematema tempfilequeu temppassword tengewleather
        tennessee1221 tennismalcs7 tentem291216 tentoilajesus tentorium666 tepuvenyweduvu tequieromuch terezaefernando terminator123
        terminator23 termoidraulica terraincognita terremotoenchil terrificterran teshka_poltavka testflight123 testingcheatsenabled
        testingforfun testosterone tetatentinha tetelindinha tetragrammaton texnolog511akatj textvaluelis tfjunwptzsjp tgojy5ai3cf8
        tgvpsebt0471 thafriauuwrea21 thai123456789 thainagatinha thaini300197 thaisaparecida thaiseuteamo thaiss2rafae
        thalesaugusto37027269* thamires123456789 thamires2009 thamyrismaia** thanksgiving thanksthanks thatmeansrevenge
        thatmeansrevenge-xxx thcgctvccnncc the072trader thebluescene thecakeisalie thechampaloushi thechemodan163 thechosenone
        thedarkangel thedarkknight thedarkness18 thedarkride2000 thedeej-alex266 thefarside22 theforceunleashed thegathering1993
        thegiantpeacha thegimp-gr5av8b thegreat1109 thehabibshow theharvman01 thejawjaster thekiller666 thekingofkings thelanghipool
        thelastwortex thelegendofcynder thelostsoul5 themods4ever thepacattack theresia2412 thermonuclear thessaloniki
        thetruesightomg333222444 theundertaker theworldismine theworldisyours theylovemehbad123 theyoungones thibnxclwytyc
        thierryhenry thiesing-daniela thin047foam53 thinkaboutit thisinstance thisisapassword thisismycode thisismylife
        thisismypassword thisisstupid thiswasnot4fun thisweekinpalestine thnarchyhalf3613 thomasrestart thomasthomas
        thompsonthompson thorsteinn.g threatenedagrip threedaysgrace threefingers threelittlebirds threestooges thrillseeker
        throatfucker throwyourassout thsfmb2i4nnur thunderbirds thunderbunnie thundercloud thunderpants thunderstorm thunderstruck
        thxthxcancelled thzyhetfbrsgk tiadkcquxggxq tiagooliveira tianbiao0903 ticketmaster tickled.comreaper999mor098go
        tigersauburn tiggertigger tightwetpussy tigolbitties tigralubludiko tihonova1997 tiinauitto20 tili19283746 tilllindemann
        timberwolves timekillerss timesofindia timoncello883 tinder41cobb tinkerbell12 tinkerbell97 tinttivintti tinygargoyle
        tkbpfdtnf405 tkrfltlvjhjp12 tktyfdbnfkmtdyf18 tktyfghtrhfcyfz tlbycndtyyfz tlbycndtyysq tltprokopyn199229 tlzcerfjgfcty
        tme1eaac6tewq tmhzzndjdjp9o tmihhp35gjwk tnasljohxfysa tnqn7mtbyu8yg tnssanuam786 tnyntqpsauzqs toalet6rensare tobeornottobe
        tochkaru1987 tojiik85521133 tokiohotel123 tomandthecats tomeliukas10 tommyheavenly tomrose280680 tomwaits2000 toomuchsugar
        toonworld2101 topolcany240 topsecret123 tor2010wallin torontootnorot torremolinos tortuecrapaud12 toshiakitoshiaki
        toshkanchik5 total12scherz totalcommander totenkopf3000 tourdefrance toxa3353520216 toyotacelica toyotachaser toyotatacoma
        tracon130591 tracy.zappala tracymcgrady trafbeezhzush trafficexchange trafficforme trafficracer trafficwonderland
        trahtenburger trailblazers trailertrash trainspotter trancemission tranexamicacid trankvilizator trans5dtrans5d
        transcend1989 transcendere transformator transformeri transformers translatability transplantation transserfing
        traveker2011_ travelinstyle treadstone71 treawrihaiphe58 treborrobert tree899flew369 tremor123098 trepescienucachisso
        trewgfgsgtht trfnthbyeirf trfnthbyf123 trfnthbyf1991 trfnthbyf1995 trfnthbyf4645 trfnthbyj4rf triagrutrika tricking1234
        tricking123456 trickydick69 triderredirt triggerhappy trimandseen4 trinitrotoluol trishstratus triskelion196 triskelion1968
        tristaobolag tritonstudio trktsmpzyqqy trnfhol6y7foe trololotrololo troublemaker troubleshooter true752147895 true7521478957
        truman151075 trungsdesire truong786921 truskaweczka1 trusov4003014665 trustno12511 try2killme666 trying2getphatw00t
        trytologin86 tryuioedsasr tshimamoto2001 tsrspdi5bvyf tstapes5990comc tsueretorovalex111 ttdlnhttdlnh tttttttt2000
        tttttttttttt tttttttttttttttt tu4stu4kins279 tubewordpass99 tujdtkbxtcndj tukiko98950422 tummyfire946 tuofp1cwfukowr
        tupacamarushakur tupxhxxpf04qm tuqlo2b38v8iy turboblink182 turbocharged turbulentnost turkmenistan turmadorio123
        turtoise1111 tusclriley97 tutephoconani40 tutinhazinha tuvwxyzzyxwvut tuxifiedowns tv0505238839 tvkittdarkange tvkupahmepzja
        tvmicaqjpkrvr tvtkmzyjd666 twenty-eight twilight1918 twilight2010 twilightlove twilighttennispenguins twillikiki1122
        txmasterpppp tyayr50wcv7n2 tyhyrd6yhrdt tyljrhbyjkju typeonegative tywbrkjgtlsz tzhj5lwg4ounc tzmzikyd8bmc tzw8xcpreqvsi
        u1m8h0levizlw u4fh9bvoxw3z u6w25u7jd31qy u75awmlt6a1g u7y6t5r4e3w2q1 u8fbmtllfgqq6 uabzspwzukpyc uaeuaem6597676
        uafhdmw7sddfm uaiobg9312gg1 ub2ciznrjelxw ubprqmsi3rdr uby8epuzaduryj ubybznekkbyf uchiha___itachi uchihaitachi uchihamadara
        uchihasasuke uchxmm2uw6pse udfhltqcrfz5 udkzarniamov udrenaline20 udubjfrbpzbw ufa35forever ufdhbr160989 ufdyfrecjr123
        ufkbyfdbrnjhjdyf ufkbyfgtnhjdyf ufkbyfufkbyf ufyljkmths1975 ufyttdhfabcjdbxnbveh uhbifcjrjkjd uhbnxbyf0707 uhbujhbqktgc
        uhbujhfi1968 uhbyltkmdfkml uhfylvfcnth22 uhlvuhlvlove uht4zv4yhdxv6 uhtntkmvfhufhbnf uhtxfcvjkjrjv uhy7uqupejuquh
        uitan02013621 ujcfdnjljhyflpjh ujcgjlbgjvbkeq ujklfutyn1995 ujqfohfzd1vrc ujujkmvjujkm ujyuifcaybpze ukfvehysqgjljyjr1993
        uklmuzfqmroku ukzbypobpvaya ulpifkofzhyxa ulrace173rfhgjd ultgbdjlheu7 ultimatodore ultimix290991 ulysses-chrisbln
        umba18121981 umbropumasuper ume3zfdi5ogzj ummat420420420 unattendswit unbelievable undefi_jysir undenear1qaz underground1
        underground2 underground3 understand123 understandin undertaker15 undertaker20 underworld1980 unendlichkeit unforgettable
        unimarspa2010 uninstallper uninstallsql uniprocessor unitedkindom unitedsheffield unitedstates universal777 universalnyj
        universidade universitari universitario unlearndrum21 unlimitedqwerty unpassworded unrab0v5se89 untouchables unudoitrei123
        uomapheveadou51 uomapheveadou51-moudaicr upm6pcsfxrrgsff5 uq6nkmyk6xmu uqbk68jf75pc urbzsefu23sqe uriqjxowqldaa
        urwinfamily100 usamabenladen usbgcffjwj4f user267cdd46 usernameemanresu uthjbvtxfbvfubb uthvfybzrfekbnw uthwjubyz980
        utjcbyrkbyfkm utjhubtdcrfz utjvtnhbz123 utopiahillhorses utuun4efmaeds utybfkmyjcnm utytnbrf1984 utyyflbq1968 uutmllwhurvmq
        uuuuuuuuuuuu uuuuuuuuuuuuuuuu uv6zywcqyefk uvfhdpnwisnfqk3 uvwxyzuvwxyz uxude%u7uqeryg uzf$vgpiwrobuxrc uzumakinarut
        uzumakinaruto v0ug72k2zzzd6 v1i2c3t4o5r6 v1o9v7a8tulupov v1v2v3v4v5v6v v221m12101jvv v3ss4neeker1 v3xdmta9hcsm
        v408394201a312 v51pyaazadr4e v80953054464 v89232179938 v89603071201 v8ocfeapskl8 v9actnwqoy$y va2ygusazybuja va306566153156
        vacaegalinha vadik21012010 vadim123456789 vadim212086026 vadima5625527 vadimka12369 vadimpustovoitov vageliskvizatz
        vagon02081976 vainashka006 vaiperok1983 vaitomarnocu vakinnkrutoi4el valentin1995 valentina123 valentina12345 valentinchik
        valentinchoque valentinka90 valentino1976 valentino2000 valentinovna valera20011996 valera210159 valerakish963210
        valeravalera valeriya2003 valeriyalove valerkolomakin valko19902405 vamfmmumzv3pg vampirelover vancouver1173
        vancouvercanucks vandamme1986 vandematharam vanek123456789 vanes33612658 vanyarespekt varadero2010 vardiashvili varfolomeeva
        varvara12345 vashthestampede vasiapupkin1 vasilevich1967m vasilevskaya vasilievka12 vasilisk1995 vasmediagroup vasy28101998
        vb9djgjdwxdq vbczxd6eej59y vbh7vfrcbvjdf14 vbhdctvevbhe vbhdjdctvvbht vbhghtrhfcty vbhjckfdfrfhgjdbx vbhjdjpphtybt
        vbhjiybxtyrj vbifvbifvbif vbirfrjcjkfgsq vbirfyfctdtht vbkfyxtvgbjy vbkkbjyljkkfhjd vbkkbjyth2009 vbkrfujvbkrf94
        vbn322jfg434rty vbnhjafyeirf vbnhjgjkbnty vbrhjdjkyjdrf vbrhjhfqjy1992 vbrrbvfechekbn vbtfztz3ehdw vbybcnthcndj
        vbycbytzhfnfv vbythfkrj123 vbyuhtkmcrfz vcb2009byday vcttxoqipk0da vcw19uno3o!p vd5ca6j9koqmzdueagoocj vdwdqkqg5znf
        vecjhjghjdjl vehefecomiti vehfnjdfqaz123496 vehfnnb12345 velesnickaya525 velfrcerf1995 velociraptor venfynvenfyn
        venglovskaya venividivici vennadgrimmid venvr8vr883f ver4594gss45 vera123456789 vercelli13100 veretennikov vergil7770696
        verification veritas-chrisbln veritas8374827 veritasmaster verkot492934 veronica2009 veronicamars veronika1986 veronika1988
        veronika1992 veronika1997 veronika1998 veronika2000 veronika2001 veronika2002 veronika2003 veronika2010 veronika2786350
        vertii1999masha1 vertolet1973 vertyporokh123 verveloabball verysexygirl veseloveselo vetek97gorovoy veteran240282
        vettedude1964ailing1 vfbef11tiijz6 vfckjdcntgfy vfcnthbvfhufhbnf vfcnthcgjhnf vfczyzvfczyz vfhbyf19981902 vfhbyfajvbyf
        vfhbyfrfhgjdcrfz vfhbyfrhfcjnrf vfhbyfvfhbyf vfhbzbdfyjdf vfhbzrepytwjdf vfhcjdyf1994 vfheczvfhecz vfhnjdcrfzrjirf
        vfhuf25hbnrf vfhuj9033795 vfhujif21052007 vfibyfvfibyf vfibyjcnhjtybt vfiekzvfiekz vfif28041995 vfifbvtldtlb vfifbvtldtlm
        vfifcfifyfnfif vfirfrfrfirf vfitymrf12345 vfkbyjdcrfz7 vfkmxbrcgfkmxbr vfktymrbq123 vfktymrfzcexrf vfnbkmlf1985
        vfnbkmlf2010cjfrf vfrcbbbvrf95 vfrcbv050489 vfrcbv123456 vfrcbv18081988 vfrcbv565656 vfrcbv987135 vfrcbvec12345
        vfrcbvjdbx1985 vfrcbvrereirf vfrcbvrf1991 vfrcbvrfhekbn vfrcbvvfrcbv vfrcdexswzaq vfrcfyfkjdbx vfrfhjdf1985 vfrfhrbybkmz
        vfrhjuyfnec154 vftpxmyw1rve vfubcnhfnehf vfuehj1q2s3c vfuybnjujhcr vfvekzvfvekz vfvf02091966 vfvf22011968 vfvfbujhm007
        vfvfgfgflbvf vfvfghjcnbvtyz vfvfvbkfhfve vfvfvfvfvfvf vfvfvskfhfve vfvfvskfhfve1 vfvfyiehbr51 vfvjxrf12345 vfvjxrfbgfgjxrf
        vfvjxrfgfgjxrf vfvjxrfvfvjxrf vfwyeuv6aueh vfxrfnzrjgyt vfylfhbyjdsq vfylfhbyrf2002 vfylfhbyrf22 vgtkau8f5zzimt6j
        vh5sxz3tewey vhfrbnmvf999 vhwyxfl5xyst vichka100500 victoria2010 victorvaldes victoryc20ne vidaloka2009 vidanovaagora
        vidasaudavel vidujelexavut vijivaetsilni vika.malikova vika123456789 vika1234567890 vika15031996 vika1996vika vika55lucenko
        vikachka7777 vikavika1994 vikavikavika viktor018420 viktor200808 viktor4424840 viktoria1989 viktoria1993 viktoria2002
        viktoria2007 viktoria2009 viktoria2010 viktorija1993 viktoriya1993 viktoriya2007 viktoriya2009 viktorviktor villavicencio
        vin80676079485 vinicius123456 vinicius1995 vinnythepooh violetta1992 violetta2009 vioqwert14041990 vior3luzl6u1ry2e1
        viperneoboom vipoaglxrgyme viq920bgebreo virginiabeach virginiatech virgoismylogo vit2572654452 vit38960540alik
        vitalina_1992 vitapharm321 vitobmweshki vitor1268123 vitor2008aas vittusaatana vivalasvegas vivatanarchy vivelafrance
        viviannguyen vividdottle2000 vixen06041990 vixens.comreaper999mor098go vj2oxdfmrf69g vj9inznaakqfe9pe vjhcrfzpdtplf
        vjhjpbcjkywt vjhjpjdf5463 vjhtdjkyetnczhfp vjltkbhjdfybt vjq123gfhjkm vjqcegthgfhjkm vjqfyutkjxtr vjqgfhjkm123 vjqgfhjkm666
        vjqgfhjkmvbh vjqlbyjpfdhbr vjqntktajy53 vjqukflbfnjh123 vjqvfktymrbqvbh vjqyjdsqgfhjkm vjycnth12331 vjyfkbpf1993
        vkliferita31214 vkontakte111 vkontakte123 vkontakte555 vkontakte666 vkontaktebuggy vkontaktedrug vlad05051995 vlad0685414688
        vlad123456789 vlad14022707 vlad15101996 vlad16011993 vlad21101995 vlad31122004 vlad911009291998 vladeslava123 vladik1994351
        vladikvladik vladimir1959 vladimir1965 vladimir1967 vladimir1974 vladimir1989 vladimir2011 vladimir9119 vladimirovich
        vladimirovna vladimirovna88 vladimirqwerty vladislav1234 vladislav1978 vladislav4ik vladivostok1 vladivostok2000
        vladreghbzyjd vladvladvlad vleofdhghxxp vmb2079002347 vmestenavsegda vmj0030000002y vnjgtgnsarnvg vocevirousaudad
        vodvryw4yqrfs voe0eqh4f0pzhqon volchkova1989 volgodom37rus volleyball14 voluptuous5968 voluptuous8312 voluptuous8887
        voluptuous9370 volverine779 vorskla199881 vova1234554321 vova123456789 vovaandrey11 vovadima2819 vovavovavova vovka123456789
        vovkavcarstve vovkvlad1991 voznesenskaya vq6m5spb3ukero vqgbshd5bmmw$lup vrd9173464681 vrdbihq4as6u vsebudethorosho
        vsebudetxorosho vsirfyjheirf vtg7xzbq8dnq vtnfvatnfvby vtnfvjhajpf1 vtnhjgjkbnty vtrcbrfytw08 vtufbuhjr123 vtufcgjbkvtuf
        vtufgjkbc123 vtyltkttdrfrfhf vtyzpjdenbkmz vtyzpjdendfyz vtyzpjdenrfnz vtyzpltcmytn vudcgrx2yynt vulcanarcher vusdikasmo73
        vv89243192659 vvvvvvssssss vvvvvvvvvvvv vw1742vw1742 vw1zzz70z2h047607 vxroul9og40ly vxswji6fzwpki vyhkbhe7gtvwjfv5
        vytdctgjabu159 vytdctulfdtptn vytytcnhfiyj1 w0a1ni0604de w1van9dawbpng w1w2w3w4w5w6w7w8w9 w248403198828w w4606086013369w
        w463pem0mzdro w7dy287ktshn w7ytuwd8u9jbv w9140391560w wachtwoord12 wad559523wad wahyqu5u7ena waihoho198610 waitandbleed
        walesonskilz walkerman1972 walkietalkie wallington44 wallpapers009 walterwalter wanderwesen-leider wang2923617yqw
        wangwang2013 wangyu880427 waquihans141 war3xpansion_ warcraftrenat warhamet2014 warhammer40000 warhammer40k wariklowarik
        warningpunk89 warringbirdl warrior12345 warriorwithin warset649023 warspell1988 was_rejected washington6288 wasteburnaby
        wasteofthyme watashibaldesu watashiwadesuka watermelon99 waychuck-diamond wazzkaprivet wbfghjnb56zxc39as wbrkfvtyskyblue
        wcrhekbn1993 wd9dwgka9mkr wdy8ncf5kwckc weaknesspays weatherstorm webcrackers2oo3 websolutions websolutions007
        websolutions69 websolutionssu webuivalidat wefwefwefwef wegangster4lifebitch wehotandwesmokin182 weightlifting weih06nachte
        weihnachten200 weihnachtsbau weihnachtsbaum weihnachtsbaumna71150 weihnachtskugel weihnachtsman weihnachtsmarkt
        welcome2suzan welcometo333 welcometohell welcomtohall wellcome1991 wellwellwell welmoxft8isr wer12345678109 wer234wrdq34
        werfgfhjkmyf werkzoekende weronika1992 werthvfy1977 wertj21vnm13 wertum01021984 wertwertwert westcoast4646 westcoastcustoms
        westvirginia wethdbfc1loi wfhtujhjlwtd wgaqqxbdtojfg wh00ol00000se2208e wh8jkkrcxghud5en whackomelinda what_the_fuck
        whatisthemat whattimeisit whatyouwant69 wheelman15011998 whigginb1-s739rht8 whiskeydynomite whiteandnerdy whitekoma212
        whitepower88 whitepride88 whitesox2005 whitestripes whitezazabrowny whogivesafuck whosyourdaddy whosyourdaddy1
        whosyourdaddy7 whysoserious whysoserious2012 whyteshadow2 wiem260988wiwi wigglewiggle wilco791-12345678 wildalex2003
        wildonesrocks wildorchidsa wildpassword wildwildwest william12345 willian22049 willscarlett willtopower88 wilmer-usmcduck
        windowlicker windowsthebig windowsvista winniethepooh winresponse1 winstonlights winxclub2011 wisdomhunter wisinyyandel
        withintemptation wj0hunawpdotw wjbse0q2g2ols wje57taoo3efy wjehcwv7zut5m wjg6seaxgaanq wjgbjdz1tnyj2 wjlvlyizow0sg
        wjodyjqouxfr wjqdj2ndpfyas wjqk6uxhirxri wjxfk0ysuvao6 wkfr2q7xgkb1i wkhwsqxj9pne wladimir1994 wladwladwlad24413wlad
        wm43b1qq1xdds wmalbforever wmnnwlhtscuclh wnanstns2108 wntoej19fziqv77p woaded1-vampish7 wodahsshadow wolferman777
        wolfgangschatz wolfman20000 wolfpack3164 wolverhampton wonderful123 wonderfullife wonderfulworld wootimagrint wordofgod101
        worgvufuvw20q worldcontent worldoftanks worldofwarcraft worldofwarkraft wow071789788 wpgyugvme58xghio wprwkove9qj8s
        wpwp5625382q wqkpmvkocip1k wrenchtoolman wrestlemania wrestling123 wrhofigduwxy5sch writerspace1 wrjtzoijkrznu wrk0bx7etgc1m
        wryjfa1ep7q7e ws4zvm85vsuq wso9rycamguchqpdwwvbad wsxedcrfvtgb wsxrfvyhn777 wsxz3823922163845 wtb220wtf220 wugyrapepemu7y
        wukwinwukwin wulfvarloka1 wuqldxsvegxyw wusgk3c7s2zcs wutanga-killabee wuxiaofei19866110 wuyoukuaile756 wvcnxqssmujks
        ww3ymb8f$fhr www123456321www www123456789 www1234567890 www15071983www www333www333 www89062803177 www9356527575195
        wwwwwwwkkkkkkk wwwwwwwwwwww wxwjqloeoztcg wz4rypedrmufrllq wzzqfmnv06euakxs x0599380471t x10a12d20o08 x1s4tsjnuryhq
        x252564790147 x4cc355b10wsy0urm1nd x4nlsc9tpqff x7xjpgns84wza xaker_lab2010 xantria10315 xarlamoff20003000 xbxjweov7vn4k
        xchumt8ojymoy xciyycnghemz xcristal0102 xdkursym89tm xeljdfhobr27 xeqdpkjvftim xf6cmqlrpeuhjuvv xg0noxebyeame xhwq6inoglbro
        xilouixiloui xinmima08473 xinmima09362 xit0990282411 xkevin12345678 xkzwnuxkdn9a8kcykuitbkg1g xldir6us9wk8 xlqnwyd8mnaem
        xlxokkew12rqu xm6rxgegltan xoa9gzdqc6h0g xoisqjwxg9t5 xovbjnfyn2fghsdv xozqeo3tbwnasiw xp_edfhuih32 xpressmusic5530
        xqto0bvxhqo0 xristina290386 xshadex187550 xsl3irudtulwa1yl xsn3b8tshrud xt2ut3df3hf2 xthtlybxtyrj xthtpnthybbrpdtplfv
        xthybktdcrfz xthyfzgfynthf xthysqdjmamba xtkghjcnjxtk xtkjdtrvjktrekf xtkjdtxtcndj xtndthrf1994dfp xtnsht015348 xtremers.852
        xtseo2011tdx xtvgbjyfnvbhf xtxtkmcbh2ru xw4crqgt1ntt2 xx0trl.ebiq5e xx123cardoso xx1tvyq7vtw6 xx1xrockx1xx xx3kqeihi3pqa
        xx85.enk7a8m2 xxaegtkkufyom xxbbzzccaaxx xxfevaeulomgs xxgangsterxx xxj31zmtzzkva xxk3m72gwbd2o xxkazantipxx xxkuwv5mxkzac
        xxkvq7yxt9yoe xxnudxrcljwnu xxo03olo.qhz2 xxpa33bq.adna xxr6hrpgtalbg xxrcuphkuvgai xxtiwlo25bhjq xxtrgni7uj85g
        xxwle.nrwpllo xxwpm4olpmmbw xxx124578123 xxxbalzakxxx xxxgarik666x xxxmisterxxx xxxp455w0rd5 xxxpasswords xxxqlxt5d3aoo
        xxxxxxxxxxxx xxxxxxxxxxxxxxxx xyivzlomaesh xyuvzlomaesh xyxzyfwzhjiva xz19031991xz xzj4aahtmxkn xzpdkst9lse5y xzwq10223201
        y0cq9fpk9xz4vr5v y0s84jkxrztq y0x5nrjnlvdum y1jcathfne15r y2k11mailbox y3a2evely7abu9 y420vdy420vd y5hjkdg82490840
        y5u9abena2awas y6jlcoo9ihfoy y6t5r4e3w2q1 y9fdtggjdbxrncpz y9y%aty3epyxuq y9yrtwf5jqzk yaddayaddayadda yae3yzneaam9
        yaffkseict8enpkl yalublusebya yalyublyusebya yandi20080527 yankapartizanka yapilolik155 yardmotorman yaroslav2011
        yashoslasuma yasserarafat yatebyalublu yatsenk01308 yazinabecobra ybrbnbyf12345 ybrbnfhjvfyfnfif ybrbnfkexibq ybrbnfybrbnf
        ybrfrjujgfhjkz ybrjkfqbdfyjdbx ybrjkfqrjdlbvf ybrjveytdthm ybrnjrhjvtyfc ybrnjytdpkjvftn ybrnjytepyftn ybrrblbrbycjy1992
        ycjhwg1lad3fg ycp4erzl2srdc ydnm5xmznozagt3 yeahsurewhatev yeahyeahyeah yearning2532 yearning3348 yearning3951 yecgaauzumymw
        yedscerb11sa yehufnbytujh yemi19900911 yenrollorney yfcheyfirjke yfcntyfckfcntyf yfcntymrf123 yfcntymrf1997 yfcntymrf5294
        yfcnz0545626 yfcnz123456789 yfcnz1234567890 yfcnzyfcnzyfcnz yfcytljujyzn yfdbufnjh10305070 yfhenjepevfrb yfhfibrfvfhe
        yfhrjrjynhjkm yfhsirby2009 yfljdsbuhfnm yfltymrfxgjr0707 yflz13041976 yfnfifgjgjdf yfnfifvehfijdf yfnfifyfnfif yfrecbdsrecb
        yfujhirtcbltkrjhjkm yfvfp7764390 yg5cpem6c98zh yg9ouji56port ygfgdfhjrrtree2 yglqyf4xtb7ao ygubukybubob yhriwudhtqkjw
        yhweffdfgdf39 yieje8slsjdlp yip030000002bz yj59hlqq1bms yj5kdkzsz3kc yjdfzbvgthbz yjdfzcnhfybwf yjdfzcnhfybxrf yjdjhjccbqcr
        yjdjrjcbyj19901 yjdjtgjrjktybt yjdjvjcrjdcr yjdjxthrfccr yjdsq1gfhjkm2 yjdsq_gfhjkm yjdsqgfhjkm1 yjdsqgfhjkm123
        yjdsqgfhjkm15 yjdsqgfhjkm531466 yjdsqujl2009 yjdsqujl2010 yjdsqujl2011 yjdsqujl2012 yjdsqujl2013 yjdtqibqgfhjkm
        yjhs5ertsk7sa yjhvfkmysqgfc yjplhtvjxrf0102 yjvth3632171 yjvthgfcgjhnf yjvthirjkb22 yjvthntktajyf yjyltrmkp2cp ykanflcqadhu
        ykc2v4aoyrmk ykpmtpnvvv5y yld8i4yeqn5ym yleqavyty6udax ylmhess6st2mq ylqrocmtmg2q yluqylyqyhebav ylzzirg11grizzly
        ymirotvorenie ymof4k81wdlxy ymuraje4edahev ymy89k0apw72i ynajawave$u6y4 ynj9xuyzme9f yokusorcer123 youaremylove
        youarethekingnoob youcantseeme youknowit123 youknowyouloveme youngandrestless youngestamateurs yourannoying yourbunnywrote
        yourguardianangel yourmomsucks yourmumacath yousexymfyousexymf youwontguessit yqkki8yutvdg yqz0xjgtdsoc ysocnelglwbcs
        ysqn*axt5okp ysumj9rfzfjmrhks ysvpfwwwbewpq ysyk4rbhylcwi ytbpdtcnyjcnm ytcbydtxtckfd ytdctnfrghjcnj ytdlmaswrbyfkvin
        ytdpkjvfnm1992 ytghjcnjgfhjkm ytgif7cthutq ytgjdnjhbvfz ytgjdnjhbvfz923 ytgjdnjhbvsq ytjghtltktyyjcnm ytkes9959evh
        ytnevtyzgfhjkz ytpfdbcbvjcn ytpfdbcbvjcnm ytpkfvfticerf ytpyfrjvrf02 ytrewq123456 ytrewq654321 ytrewqqwerty ytrewqytrewq
        ytrhfcjdrf16 ytrhjyjvbrjy ytrhjyjvbrjy1 ytrnjrhjvtyfc ytty5656ty56 ytujybntvtyz ytvbhjaa01542 ytyfljgfhjkz yugvi8u2l4xwo
        yui89213641706 yukinobukano yuliyabanny030302 yura11061996 yusranmonique yxy2eqesuxutyt yybkil950123 yyrsk88ggirli
        yyw5nb8dufo6i yyyyyyjjjjjj yyyyyyyyyyyy z0mfgwtfuxlol z0mxzntsdfaeu z0nabez0z0na z123z123z123 z1979lbyfhbr z1a1q1x2s2w2
        z1c9f2x8mh0y z1c9r2m4l6v8sd54 z1s2c3f4b5h6m7 z1x1c1v1b1n1m1 z1x2c33e2w1q z1x2c3a4s5d6 z1x2c3v4b5n6 z1x2c3v4b5n6m
        z1x2c3v4b5n6m7 z1xfxnuecgjfc z1z2z3z4z5z6 z22226270525 z39287284259 z3mxrvaqzo2iw z4x2tifjleos z6pr7agsiqcuy z89153911083
        z89637310700 z92m25rkwjgy z9cu6xdyau3g zabeimadrid1 zabolotskaya zackdelaroch zackstermer12 zadolbali1984 zadrotzadrot
        zagulinpasha zahid8204424 zaiasolnce86 zaibuneng198710 zakirovzakirov zalinazalina zaq123456789 zaq1234567890 zaq123edcxsw
        zaq12wsx3edc zaq12wsxcde3 zaq12wsxcde34rfv zaq1mju7vfr4 zaq1xsw2cde3 zaq1xsw2cde3vfr4 zaqwsxcde123 zaqwsxcde12345
        zaqwsxcde321 zaqwsxcderfv zaqwsxcderfvbgtyhn zaqwsxxswqaz zaqwsxzaqwsx zaqxsw123456 zaqxswcde123 zaqxswcdevfr zaqzaqzaqzaq
        zar29jsy19uks zaratustra777 zarazazaraza zarechie1968 zarembitska46011 zarinaer1358 zasadazasada zasteconnie88 zavialov1990
        zazalimzaza122 zbhag3cgbc4f zcegth123456789 zcegthfynjif zcfvfzcfvfzcfvfz zcfvfzcxfcnkbdf zcfvfzcxfcnkbdfz zcfvfzghbrjkmyfz
        zcfvfzke4ifz zcfvfzkexifz zcfvfzrhenfz zcfvfzrhfcbdfz zcfvsqkexibq zcfvsqrhenjq zctrcb12ctrcb zczrefrection zdcdtufr6gaa
        zeleboba1996 zelkvj49mnpc zenitforever zerocool9445346 zerozerozero zetabyte3367 zeus7169-ladidadi zevfvslehjxrf
        zex470911911 zezimazezima zghj100ktkbr zghjatccbjyfk zghjcnjcegth zghjcnjgfifujleyjd zghjcnjybuth7 zgjikfdvfufpby
        zh5cyu58wbem zhangjianwei zhangyuanlomg zhek.rjktcybwe zhekanovikov zhekomap3528 zhenya123456789 zhjckfdzhjckfd zhuzhazhuzha
        ziablw4u00bq ziklopic55265 zilzilzing43 zimbabweewbabmiz zin7kxp8nlqmhst zipakazipaka zipperpak013 zippy222-rem757
        zizeqoveraler zj09999408868j zjdsgfdjll32gh zjntwrjynhs1 zkenmitxtvns zkjvfkcntrkj zkpdavk5nphku zlodeivot88w3er
        zmazyzmazy555 zmilzvaato91 zmx870919123 zndjzfhjifz333 znfrfzrfrfztcnm znt3kdujcyb5 znthvbyfnjh2 zog8mqby4edwh zohan2373617
        zolotinochka zombiehunter zonerfreak98 zonesgoved123 zorassapphire zpnz8tt9hdyvz5bz zqjphsyf6ctifgu zrhenjqxedfr
        zrjdktd22121986 zs3vs23zs3vs23 zse45rdxcft6 zsqaw55zsqaw ztn3tourney1 zu8u9e3u2a2ahe zul_019967345 zvezdananebe zvi7onpsmqr6
        zwiebelsuppe zwy5ftneynaibtgxalqc zx12as12qw12 zx12cv34bn56 zx15cv04rty95 zx454888ebay zx89608343515 zxc123456789
        zxc123asd456 zxc123vbn456 zxc123zxc123 zxc1488048zxc zxc2202464zxc zxc978509009 zxcasd123qwe zxcasdqwe111 zxcasdqwe123
        zxcasdqwe123valera zxcasdqwe321 zxcasdqwerfv1 zxccxz85265493 zxcdsaqwe321 zxcdsaqwerfv zxcvasdfqwer zxcvbn-asdfgh
        zxcvbn123456 zxcvbnasdfgh zxcvbnm123321 zxcvbnm12345 zxcvbnm123456 zxcvbnm1234567 zxcvbnm12345678 zxcvbnm123456789
        zxcvbnm1234567890 zxcvbnm123654 zxcvbnmasdfghj zxcvbnmasdfghjkl zxcvbnmlkjhgfdsa zxcvbnmmnbvcxz zxcvbnmmnbvcxzx
        zxcvbnmnbvcxz zxcvbnmqwasa zxcvbnmqwerty zxcvbnmzxcvbnm zxcvbnnbvcxz zxcvbnzxcvbn zxcvfdsaqwer zxcvzxcvzxcv zxczxczxczxczxc
        zxoegmpo129548 zxzxzxzxzxzx zybxtujytpyf. zyfujhfr16021997 zyjwrprscnwv zysupyjageraxa zyv3irksgj16o zyydm4tbfwpa6
        zzxcasdqwe32 zzz111zzz222 zzz280486rrr zzz777321123 zzzxxxcccvvv zzzzzzdddddd zzzzzzz7777777 zzzzzzzddddddd zzzzzzzzzzzz
        """#
}
