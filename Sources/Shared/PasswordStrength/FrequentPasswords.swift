/// The 5057 most frequent passwords of 4 to 11 characters, in lower case, sorted, separated by white space. Many long passwords are
/// trivial variations of them.
///
/// From the same sources as ``LongCommonPasswords``: the first 5,000 of SecLists' million and the first 3,000 of zxcvbn's list.
enum FrequentPasswords {
    static let text: StaticString = #"""
        ***** 0.0.0.000 0.0.000 0000 00000 000000 0000000 00000000 0000000000 000001 000007 000111 0007 007007 010101 01011 01011910
        01011970 01011975 01011977 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989
        01011990 01011991 01011992 01011993 01011999 01012000 01012001 01012010 01012011 010203 01020304 01091989 0123 012345
        01234567 0123456789 02011985 02011986 02011987 020202 02021984 02021985 02021986 02021987 02021988 02031984 02031986
        02041986 02051986 02061985 02061986 02071982 02071986 02081984 02081987 02081988 02081989 02091986 02091987 02101985 030303
        03082006 0420 050505 070707 080808 090909 0987 098765 0987654321 1000 100000 1001 100100 1005 1007 1010 10101 101010
        10101010 1012 1017 1020 10203 102030 10203040 1024 102938 1029384756 1066 1111 11111 111111 1111111 11111111 111111111
        1111111111 11112222 111222 111222333 111333 1122 112211 11223 112233 11223344 1122334455 112358 11235813 1123581321 12011987
        1212 12121 121212 12121212 1213 121314 12131415 1221 122333 1225 1230 12301230 123098 12312 123123 12312312 123123123
        123123a 123123q 1232323q 12332 123321 123321123 123321a 123321q 1234 12341234 1234321 12344321 12345 123451 1234512345
        123454321 123455 1234554321 123456 1234567 12345678 123456789 1234567890 1234567890a 1234567890q 12345678910 123456789a
        123456789q 123456789z 12345678a 12345678q 12345679 1234567a 1234567q 123456a 123456aa 123456k 123456q 123456r 123456s
        123456z 123457 12345a 12345q 12345qwe 12345qwert 12345t 12345z 1234abcd 1234qwe 1234qwer 123654 123654789 1236987 12369874
        123698745 123789 123789456 123987 123aaa 123abc 123asd 123qaz 123qq123 123qwe 123qwe123 123qweasd 123qwerty 123zxc 124578
        125125 128500 12qw12 12qw34er 12qwas 12qwaszx 1313 131313 13131313 132435 13243546 134679 135246 1357 13579 135790 135792468
        1357924680 1366613 1369 1414 141414 141627 142536 143143 147147 147258 14725836 147258369 147369 147852 147852369 1478963
        14789632 147896325 1492 150781 1515 151515 15426378 159159 159357 159753 159951 161616 162534 1701 1717 171717 181818
        18436572 187187 1919 191919 192837 192837465 19411945 1953 1954 1955 1956 1957 1958 1959 1960 1961 1962 1963 1964 1965 1966
        1967 1968 1969 19691969 1970 1971 1972 19721972 1973 19731973 1974 19741974 1975 19751975 1976 1977 1978 19781978 1979
        19791979 1980 19801980 1981 19811981 1982 19821982 1983 19831983 1984 19841984 1985 19851985 1986 19861986 1987 19871987
        1988 19881988 1989 19891989 1990 19901990 1991 19911991 1992 19921992 1993 19931993 1994 19941994 1995 19951995 1996
        19961996 1997 1998 1999 1a2b3c 1a2b3c4d 1passwor 1q1q1q 1q2w3e 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1qa2ws3ed 1qaz1qaz 1qaz2ws
        1qaz2wsx 1qazxsw2 1qwerty 1x2zkg8w 2000 200000 20002000 2001 20012001 2002 2003 2004 2005 2010 20102010 2020 202020 21031988
        2112 21122112 2121 212121 21212121 2128506 2222 22222 222222 2222222 22222222 222333 223344 2323 232323 23232323 2345 234567
        235689 2424 242424 2468 246810 24682468 2525 252525 25252525 2580 25802580 258456 262626 272727 282828 292929 303030 311311
        313131 314159 31415926 315475 321123 321321 321456 321654 321654987 3232 323232 332211 3333 33333 333333 3333333 33333333
        333666 336699 343434 353535 362436 363636 369369 369963 373737 404040 4121 4128 414141 420247 420420 424242 4321 434343 4444
        44444 444444 44444444 445566 4545 454545 456123 456321 456456 456654 456789 456852 474747 4815162342 4runner 5050 505050
        50cent 5150 51505150 515151 525252 54321 543210 545454 5551212 5555 55555 555555 5555555 55555555 5555555555 555666 555777
        565656 567890 575757 585858 609609609 636363 654123 65432 654321 656565 6666 66666 666666 6666666 66666666 666777 666999
        6751520 676767 686868 6969 696969 69696969 717171 727272 73501505 741852 741852963 753159 753951 757575 7654321 767676
        7753191 7777 77777 777777 7777777 77777777 777888 7779311 778899 784512 787878 787898 789123 789456 78945612 789456123
        7895123 789654 789789 789789789 789987 794613 7ugd5hip2j 852456 8675309 87654321 8888 88888 888888 8888888 88888888 898989
        8j4ye3uz 90210 906090 909090 911911 9379992 951753 963852 963852741 969696 987456 987456321 9876 98765 987654 98765432
        987654321 9876543210 987987 989898 9999 99999 999999 9999999 99999999 999999999 a12345 a123456 a1234567 a123456789 a1a1a1
        a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 aaa111 aaaa aaaaa aaaaaa aaaaaaa aaaaaaaa aaliyah aardvark aaron abby abc12 abc123 abc1234
        abc12345 abcd abcd123 abcd1234 abcde abcdef abcdefg abcdefgh aberdeen abgrtyu abigail abraham absolut access access14 accord
        account achilles action active adam adam12 adams adgjmptw adidas admin admiral adonis adrian adriana adrienne adult adults
        aezakmi africa again agent007 aggies aikido airborne airbus airforce airplane alabama alan alaska albatros albert alberto
        albina albion alejandr aleksandr aleksandra aleksey alenka alex alexalex alexande alexander alexandr alexandra alexis alfa
        alfred alibaba alice alicia alien aliens alina alison allen alliance allison allmine allsop allstar alpha alpha1 alphabet
        alpine alucard always alyssa amadeus amanda amanda1 amateur amazing amazon amber amber1 amelia america america1 american
        amsterda amsterdam anaconda anakin anal analsex anarchy anastasia anders anderson andre andrea andreas andrei andres andrew
        andrew1 andrey andromeda andy anfield angel angel1 angela angelica angelina angelo angels angie angus anhyeuem animal
        animals anime anna annette annie answer anthony anthony1 antoine anton antoni antonio anubis anything apache apollo apollo13
        apple apple1 apple123 applepie apples april aquarius aragorn archer archie area51 ariana arizona arjay armagedon armani army
        arnold arsenal arsenal1 artemis arthur artist artur asasas asd123 asdasd asdasdasd asdf asdf123 asdf1234 asdfasdf asdfg
        asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdzxc ashlee ashley ashley1 ashton asia asian aspire aspirine assass assassin
        assfuck asshole asshole1 assholes assman assword asterix astrid astros athena athens atlanta atlantic atlantis atomic attack
        attitude auburn audia4 audrey august aurora aussie austin australi australia autumn avalanch avalon avatar avenger awesome
        azamat azerty azsxdc azsxdcfv babe babes babies baby babybaby babyblue babyboy babydoll babyface babygirl babylon babylon5
        bacardi back backdoor backup bacon badass badboy baddog badger badgirl baggins bagira bailey ball baller balloon balloons
        balls bambam banana bananas banane bandit bang bangbang bangkok banker banshee barbara barber barbie barcelon barcelona
        barefoot barkley barney barrett barry barsik bart bartman baseball baseball1 basket basketba basketball bass bassman bastard
        batman batman1 battle baxter bayern bbbb bbbbb bbbbbb bbbbbbbb bcfields beach beaches beagle beamer bean beaner beanie bear
        bearbear bears beast beastie beatles beatrice beautifu beautiful beauty beaver beavis because beckham becky beefcake beer
        beerbeer beetle believe belinda bell bella belle bender benfica bengals benjamin bennett benny benson bentley beowulf
        beretta berlin bermuda bernard bernie bert bertha bertie bethany better betty beverly bianca bicycle bigass bigballs bigbear
        bigbird bigboobs bigboy bigbutt bigcock bigdaddy bigdick bigdog bigfoot bigger biggie biggles bigguy bigmac bigman bigmike
        bigmoney bigone bigred bigsexy bigtime bigtits bike bikini bill billie billy billy1 billybob billyboy bimmer bing bingo bird
        birdie birdman birthday biscuit bishop bitch bitch1 bitchass bitches biteme bizkit blabla blablabla black black1 blackbir
        blackcat blackdog blackhaw blackie blackjac blackjack blackman blacks blacky blade blades blahblah blake blaster blazer
        blessed blessing blink182 blizzard blonde blondes blondie blood bloody blossom blow blowjob blowme blue blue123 blue22
        bluebird blueblue blueboy bluedog blueeyes bluemoon blues bluesky boat bob123 bobafett bobbie bobbob bobby bobby1 bobcat
        bobo bobobo boeing bogart bogdan bogey bohica bollocks bollox bomber bonbon bond bond007 bondage bone bonehead boner bones
        bonita bonjour bonkers bonnie bonsai boob boobie boobies booboo boobs booger boogie booker bookworm boomboom boomer bootie
        boots booty boricua boris bosco boss bossman boston bottle bottom bounce bowler bowling bowser boxing boxster boys br0d3r
        br549 brad bradford bradley brandi brando brandon brandon1 brandy brasil braves bravo brazil breast breasts breeze brenda
        brendan brent brewer brewster brian brian1 briana brianna bridge bridget bright brighton bristol britney brittany broadway
        broken bronco broncos brooke brooklyn brooks brother brothers brown brownie browns bruce brucelee bruins bruno brutus bryan
        bryant bubba bubba1 bubbas bubble bubbles buck bucket buckeye buckeyes buckshot buddah buddha buddie buddy buddy1 budlight
        budman budweise buffalo buffett buffy buffy1 bugger builder bull bulldog bulldog1 bulldogs bullet bullseye bullshit bunghole
        bunny bunny1 burger burton bush business busted buster buster1 butch butler butt butter butterfl butterfly butthead butthole
        buttman button buttons butts buzz buzzard byteme cabbage cactus cadillac caesar caitlin calgary calico caliente californ
        california caligula callaway callie calvin camaro cambiami camel camelot camels cameltoe camera cameron camilla camille
        campbell camper canada canadian cancel cancer cancun candice candle candy candyman cannabis cannon canon cantona capital
        capone captain caramel caravan carbon cardinal carina carl carla carlo carlos carlton carmel carmen carol carole carolina
        caroline carolyn carpet carrera carrie carrot carson carter cartman cartoon casanova caserta casey casey1 cash casino casper
        cassidy cassie castle cat123 catalina catcat catch22 catdog catfish catherin catherine catman cats cavalier caveman cbr600
        ccbill cccccc cdtnkfyf cecilia cedric celeron celeste celica celine celtic celtics ceng center central century cerberus
        cessna cfitymrf cgfhnfr chacha chad chai chainsaw chair champ champion champs chance chandler chanel chang change changed
        changeme chao chaos charger chargers charity charlene charles charles1 charley charli charlie charlie1 charlott charlotte
        charlton charly charmed chase chaser cheater check checkers cheeks cheers cheese cheese1 cheetah chelsea chelsea1 chemical
        cheng cherokee cherry cheryl chester chester1 chevelle chevrole chevy chevy1 chewie cheyenne chicago chicago1 chichi chicken
        chicken1 chickens chicks chico chief chiefs children china chinook chip chipper chivas chloe chocolat chocolate chong
        chopper chou chris chris1 chrisbln chrissy christ christia christian christie christin christina christine christmas
        christop christopher christy chronic chrono chuai chuang chubby chuck chuckie chuckles chucky chun chunky chuo church cicero
        cigars cinder cindy cinema cinnamon circle circus city cjkysirj cjkywt claire clancy clapton clarence clarinet clark classic
        claude claudia claudio claymore clayton clemson clevelan clifford clinton clipper clitoris cloud cloud9 clouds clover clown
        cobra cobra1 cocacola cocaine cock cocks coco coconut cody coffee cohiba coke coleman colleen college collin collins
        colombia colorado colors colt45 coltrane columbia columbus combat comet comics command commando compaq compute computer
        concrete condom condor confused cong connect conner connie connor conrad consumer contact content control cookie cookies
        cool cooldude cooler coolguy coolio coolman cooper cooter copper cornell corona corrado corvette cosmo cosmos cosworth
        cotton coucou cougar country courage courtney cowboy cowboys cowboys1 coyote cracker craig crash crawford crazy crazy1
        crazybab cream creampie creamy creative credit cricket crimson cristina critter crjhgbjy crow cruise cruiser crunch crusader
        crysis crystal crystal1 cthulhu cthutq cubbies cubswin cuddles cumming cumshot cunt cunts cupcake curious curtis custom
        cutlass cutter cxfcnmt cyber cyclone cyclops cynthia cypress dada dadada daddy daddy1 daewoo dagger daisy daisy1 dakota dale
        dalejr dallas dallas1 dalton damage damian damien dammit damnit dana dance dancer dang danger danie daniel daniel1 daniela
        danielle daniil danila danni danny dannyboy dante danzig daphne dark darkman darkness darkside darkstar darling darren
        darwin dave david david1 davids davidson davis dawg dawn dawson daytona dbrnjh dbrnjhbz dddd ddddd dddddd ddddddd dddddddd
        deacon dead deadhead deadman dean deanna death death1 debbie deborah december deedee deejay deepthroat deeznuts deeznutz
        defender defiant deftones delete delphi delta delta1 deluxe demon demons denali deng denis denise deniska dennis denver
        depeche derek derrick desert design designer desire deskjet destiny destroy detroit devil devildog devils dexter dfkthbz
        dfkthf dfktynbyf dfvgbh dharma diablo diamond diamond1 diamonds dian diana diao dick dickhead dicks diehard diesel dietcoke
        digger diggler digital digital1 dilbert dildo dilligaf dillon dima dinamo ding dingdong dino dinosaur direct director dirty
        discover disney diver divine dixie dkflbckfd dkflbvbh doberman doctor dodge dodge1 dodger dodgeram dodgers dogdog dogfood
        dogg doggie doggy doghouse dogman dogs dollar dollars dolphin dolphins dominic domino donald dong donkey donna donnie donuts
        doobie doodle doodoo doogie dookie dorian dorothy double doudou doug doughboy douglas down downtown dracula drago dragon
        dragon1 dragonball dragons dragoon drake dream dreamer dreams drew driver drizzt droopy drowssap drpepper drummer dthjybrf
        dublin ducati duchess duck dude dudley duke dumbass duncan durango duster dustin dusty dutch dutchess dylan eagle eagle1
        eagles eagles1 eastside easy eatme eatpussy eatshit eclipse eddie eduard eduardo edward edward1 edwards eeeeee eeyore eileen
        einstein ekaterina elaine eleanor electric element elena elephant eleven elijah elizabet elizabeth elliot elliott elvira
        elvis elvis1 elwood emerald emerson emily emily1 eminem emma emmanuel emmitt empire energy engage engine engineer england
        english enigma enjoy enter enter1 enterpri enterprise eraser eric erica ericsson erik ernest erotic erotica escape escort
        esther eternal eternity eugene eureka europa europe evelyn everest everton excalibu exigen exigent exodus explorer express
        extreme f**k fabian fabie fabric face facial faggot faith falcon falcons fallen fallout family famous fang fantasy farmer
        farside fart fashion fast faster fatass fatboy fatcat father fatima fatman feather february federico feet felicia felipe
        felix fender feng fernand fernando ferrari ferrari1 ferret ferris fester fetish fffff ffffff fghtkm ficken fiesta figaro
        fighter filter filthy finger fingers finish fire fireball firebird firefly firefox fireman first fish fisher fishes fishing
        fishing1 fisting fitness five fktrcfylh fktrcfylhf fktrctq flames flamingo flash flash1 flatron fletch fletcher flexible
        flight flipper floppy florence florian florida florida1 flounder flower flowers floyd fluffy flyboy flyers flying focus
        foobar footbal football football1 ford fordf150 forest forever forfun forget forgot formula formula1 forrest fortuna fortune
        fossil foster fowler foxtrot france frances francesc francis franco francois frank frank1 frankie franklin franky freak
        freaks freaky freckles fred freddie freddy frederic fredfred free freedom freedom1 freeman freepass freeporn freeuser freeze
        french fresh friday friend friends fright frisco frisky fritz frodo frog frogger froggy front242 frontier frosty frozen
        fubar fuck fuck_inside fucked fucker fuckers fuckface fuckfuck fuckher fuckin fucking fuckit fuckme fuckoff fuckthis fucku
        fucku2 fuckyou fuckyou1 fuckyou2 fugazi function funfun funny funtime fusion futbol future fuzzy fyfcnfcbz fylhtq fytxrf
        gabrie gabriel gabriell galaxy galina galore gambit gamecube gameover games gandalf gandalf1 gang gangbang gangsta gangster
        garage garbage garcia garden garfield gargoyle garrett gary gaston gateway gateway1 gator gator1 gators gawker gbpltw gegcbr
        geheim gemini general genesis genius george george1 georgia gerald gerard german germany geronimo gesperrt getmoney getsome
        gfhjkm gfhjkm1 gfhjkm123 gggg gggggg gggggggg ghbdtn ghbdtnbr ghblehjr ghetto ghjcnj ghjcnjnfr ghost ghostrider giant giants
        gibson gilbert gillian ginger ginger1 giorgi giovanni girl girls giuseppe gizmo gizmo1 gizmodo gjkbyf gladiator global
        gloria glory gmoney gn56gn56 goalie goaway goblin goblue gobucks goddess godfathe godfather godsmack godzilla gofish goforit
        gogo gogogo goku gold goldberg golden goldfish goldie goldstar goldwing golf golfball golfer golfgolf golfing goliath gollum
        gonavy gong gonzo goober good goodboy goodbye goodluck goodman goodtime goofy google goose gopher gordon gordon24 gorilla
        gotcha gothic gotohell govols grace gracie graham grandma granny grant grapes grateful great great1 greatone greece green
        green1 greenbay greenday greene greens greg gregor gregory gremlin grendel gretchen gretzky griffey griffin gringo grizzly
        gromit groove groovy groucho grover grumpy gsxr750 guai guardian guest guiness guinness guitar gundam gunnar gunner gunners
        gustav hacked hacker haha hahaha hahahaha hailey hairy hal9000 halflife hallo hambone hamburg hamilton hamlet hammer hammers
        hampton hamster handsome handyman hang hank hanna hannah hannibal hansen hansolo happy happy1 happy123 happyday hard
        hardcock hardcore harder hardon hardrock harley harley1 harmony harold harper harris harrison harry harry1 harvey hastings
        havefun hawaii hawaiian hawk hawkeye hawkeyes hayabusa hayden hayley head health heart hearts heather heather1 heaven heckfy
        hector hedgehog hehehe heidi heineken helen helena hell hellfire hello hello1 hello123 helloo hellyeah helmet help helpme
        hendrix henry hentai herbert herbie hercules herman hermes hershey hesoyam heyhey hhhhhh hidden higgins highland hihihi hill
        hilton hiphop hippie history hithere hitler hitman hjvfirf hobbes hobbit hockey hockey1 hohoho hokies holden holiday holland
        holly holly1 hollywoo hollywood holmes holyshit home homer homer1 homers homerun honda honda1 honey honey1 hong hongkong
        hooker hoosier hoosiers hooter hooters hoover hope hopper horizon horndog hornet horney horny horny1 horse horses hotbox
        hotboy hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house houses houston howard huai hudson hummer hungry
        hunter hunter1 hunting hurley hurrican husker huskers huskies hustler hyperion ib6ub9 ibanez icecream iceman idiot idontkno
        idontknow iforgot igor iguana ihateyou illini illinois illusion ilovesex iloveu iloveyo iloveyou imagine immortal impala
        imperial incubus india indian indiana indians indigo infantry inferno infiniti infinity ingrid insane insert inside integra
        intel internet intrepid intruder inuyasha ireland irina irish irish1 ironman isabel isabella isabelle isaiah island israel
        italia italian ivan ivanov ivanova iverson iwantu jabroni jack jackal jackass jackie jackoff jackson jackson1 jacob jacob1
        jade jagger jaguar jake jamaica james james007 james1 jamesbon jamesbond jameson jamie jamie1 jammer jammin jane janet
        janice janine january japan japanese jarhead jasmin jasmine jasmine1 jason jason1 jasper java javier jaybird jayden jayhawk
        jayjay jazz jazzman jean jeanette jeanne jedi jeep jeff jeffery jeffrey jenn jenna jennie jennifer jenny jenny1 jensen
        jeremiah jeremy jericho jerkoff jerome jerry jersey jess jesse jessic jessica jessica1 jessie jester jesus jesus1 jethro
        jewels jiang jill jillian jimbo jimbob jimmy jimmy1 jing jiong jjjj jjjjj jjjjjj jjjjjjjj jktymrf joanna joanne jockey
        joejoe joey johanna johannes john john316 johnboy johnjohn johnny johnson jojo jojojo joker joker1 jokers jonathan jones
        jonjon jordan jordan1 jordan23 jose joseph josh joshua joshua1 journey joyjoy jrcfyf juan judith juggalo juice julia julian
        julie juliet juliette julius jumper junebug jungle junior jupiter just4me justdoit justice justin justin1 justine justme
        juventus kahuna kaiser kaktus kamikaze kang kangaroo kansas karate karen karina karma karolina kashmir kasper katana
        katerina kathleen kathryn kathy katie katie1 katrin katrina kawasaki kaylee kcj9wx5n keegan keeper keith kelley kelly kelly1
        kelsey kendall kennedy kenneth kenny kenshin kentucky kenwood kenworth kermit kevin kevin1 keyboard keystone keywest kickass
        kicker kids kiki kill killbill killer killer1 killers killme kimber kimberly king kingdom kingfish kingkong kingpin kingston
        kinky kipper kirill kirsten kiss kisses kissing kissme kitkat kitten kitty kitty1 kittycat kittykat kkkkkk klaster klingon
        knickers knicks knight knights knopka kodiak kolobok kong kool korn koshka kosmos kostya kotaku kotenok kramer krishna
        krista kristen kristi kristin kristina kristine kristy krystal ktyjxrf kume kungfu kyle labrador labtec lacrosse ladies lady
        ladybug laguna lakers lalala lalalala lambert lamont lance lancelot lancer lang lansing laptop larisa larry laser lasvegas
        latin latinas latino laura laurel lauren laurie lawrence lawyer leader leanne leather ledzep leelee legacy legend legion
        legolas lemons leng lennon leonard leonardo leonid leopard lesbian lesbians leslie lespaul lestat lester letmein letmein1
        letmein2 letsgo lewis lexmark lexus liberty library lick licker lickit lickme life lifehack lifetime light lighter lightnin
        lightning lights lillian lilly lincoln linda lindsay lindsey lineage2 ling lion lionel lionking lions lipstick liquid lisa
        lisalisa little liverpoo liverpool lizard lizzie lkjhgf lkjhgfdsa llllll loaded lobster loco logan logan1 logitech lokomotiv
        lol123 lola lolipop lolita lollipop lollol lolo lololo london lonely lonestar lonewolf long longhorn look looker looking
        looney looser lord lorenzo lori lorraine loser losers louis louise loulou love love1 love12 love123 love69 loveit lovelove
        lovely loveme lover lover1 loverboy lovers lovesex loveyou loving lowrider luan lucas lucifer lucky lucky1 lucky13 lucky7
        luckydog lucy ludmila ludwig luis luke lust luther lvbnhbq lynn macdaddy machine macross madden maddie maddog madeline
        madina madison madison1 madman madmax madness madonna madrid maestro maggie maggot magic magic1 magical magick magicman
        magnolia magnum magnus magpie maiden mailman majestic makaveli maksim malaka malcolm malibu malina mallard mama mamama
        mamapapa manager manchest manchester mandarin mandingo mandy mango maniac manson manuel manutd maradona marathon marc marcel
        marcia marco marcos marcus margaret margarita maria maria1 mariah marian marianne marie marika marilyn marin marina marine
        mariners marines marino marino13 mario marion marisa marissa marius mark market markus marlboro marlene marley marlin
        marshall martha martin martin1 martina martine martinez martini marvel marvin mary maryann maryjane maryland mason massage
        massimo massive maste master master1 masters matador mathew matilda matrix matt matthew matthew1 matthews mattie mature
        maureen maurice maverick max123 maxell maxim maxima maximum maximus maxine maxmax maxwell maxx mayday mayhem maynard
        mazafaka meatball meathead meatloaf mechanic medical medicine medusa megadeth megaman megan megapass megatron meghan meister
        melanie melinda melissa melissa1 mellon mellow melody melvin member mememe memorex memory memphis menace meng meowmeow
        mercedes mercury meredith meridian merlin mermaid mersedes metal metallic metallica method mexico miami mian miao michae
        michael michael1 michaela micheal michel michele michell michelle michigan mickey microlab micron microsof microsoft midget
        midnight midway mighty miguel mike mikemike mikey milana milano milena miles military milkman miller millie million milton
        mimi mine minecraft ming minime minnie miracle mirage miranda miriam mirror misery misfit misha mishka mission missy missy1
        mister mistress misty misty1 mitch mitchell mittens mmmm mmmmm mmmmmm mmmmmmmm mnbvcx mnbvcxz mobile models modena mohamed
        mohammed mojo mollie molly molly1 mollydog moloko molson mommy momomo momoney monaco monalisa monday mondeo money money1
        moneyman moneys mongoose monica monika monique monitor monke monkey monkey1 monkeys monopoly monroe monster monster1 montana
        monte montgom240 montreal monty moocow mookie moomoo moon moonlight moose moose1 more morgan morning morpheus morris
        morrison mortgage mortimer moscow mother motherlode motley motorola mountain mouse mouse1 movie movies mozart muffin mulder
        multiplelo munchkin muppet murder murphy murray muscle mushroom music music1 musica musicman mustafa mustang mustang1
        mustangs mustard mybaby mylife mylove myname mypass myself mystery mystic nadine naked nancy napass napoleon napster naruto
        nascar nasty nastya natali natalia natalie natasha nathalie nathan national natural nature naughty ncc1701 ncc1701a ncc1701d
        ncc1701e ne1469 nebraska nellie nelson nemesis neng neptune network nevada newbie newcastl newlife newman newpass newpass6
        newport newton newyork newyork1 nfnmzyf nguyen niao nice nicholas nick nickel nicola nicolas nicole nicole1 nigger night
        nike nikita nikki nikola nikolay nimbus nimrod nina niners ning ninja ninjas nintendo nipper nipple nipples nirvana nissan
        nitram nnnnnn nobody nofear nokia nokia6300 nolimit none nong nonono noodle noodles nookie nopass norman norton norway
        nothing nova novell november nuan nude nudist nugget number number1 nuts nuttertools nwo4life nyjets nylons nymets oakland
        oakley oasis obiwan oblivion ocean october odessa office ohyeah oicu812 oilers oklahoma okokok oksana oldman oleg olga
        oliver olivia olivier omega omega1 onelove onetime online onlyme oooooo open openup operator optimus oracle orange orange1
        oranges orchid oregon orgasm original orioles orion orlando oscar oscar1 osiris otto ou812 ou8122 outkast outlaw over
        overkill overlord oxford p0015123 pa55w0rd pa55word pacers pacific packard packer packers packers1 pacman padres paint
        paintbal paintball painter pakistan palace paladin palmer pamela panama panasoni panasonic pancho panda pandora pantera
        panther panther1 panthers panties pants pantyhos panzer papa paper paradise paradox paris parker parola parrot party pascal
        pass pass123 pass1234 passat passion passme passpass passport passw0rd passwd passwor passwor1 password password1
        password123 password2 passwords passwort patches patricia patrick patrick1 patriot patriots patton patty paul paula pauline
        pavilion payton peace peach peaches peacock peanut peanuts pearl pearljam pebbles pedro peekaboo peewee pegasus pencil
        penelope peng penguin penguins penis penny penny1 penthous pentium people pepe pepper pepper1 pepsi pepsi1 perfect person
        personal pervert pete peter peter1 peterpan peters peterson petra petrov peugeot peyton phantom phil philip philippe philips
        phillies phillip phillips philly phish phoebe phoenix phoenix1 phone photo photos phpbb pian pianoman piao picard picasso
        piccolo pickle pickles pics picture pierre piglet pikachu pillow pilot pimp pimpin pineappl ping pingpong pinhead pink
        pinkfloy pinky pioneer piper pippen pippin pirate pirates pisces pissing pissoff pistol pitbull pizza pizzas planet plastic
        platinum play playboy player playing playstation playtime please pleasure plumber plymouth pobeda poetry poison poiuyt
        poiuytrewq pokemon pokemon1 poker polaris police polina polo polska pompey poncho pontiac pony poochie poodle pooh poohbear
        pookie pool poontang poop pooper poopie poopoo pooppoop pooter popcorn popeye popopo poppop poppy porkchop porn porno pornos
        pornstar porsche porsche9 porter portland portugal poseidon positive possum postal potato pothead potter powder powell power
        power1 powers pppp pppppp pppppppp precious predator prelude premier presario presto preston pretty primus prince princes
        princess printer prissy private privet prodigy profit prophet proxy psycho public puddin pudding pumpkin punisher punkin
        punkrock puppies puppy pupsik purdue purple pussey pussie pussies pussy pussy1 pussy69 pussycat pussys putter pyramid python
        q12345 q123456 q1q1q1 q1w2e3 q1w2e3r4 q1w2e3r4t5 qawsed qawsedrf qaz123 qazqaz qazwsx qazwsx12 qazwsx123 qazwsxed qazwsxedc
        qazxsw qazxswedc qazzaq qiang qiao qing qiong qqq111 qqqq qqqqq qqqqqq qqqqqqq qqqqqqqq quality quan quantum quartz quattro
        queen queens quest quincy qwaszx qwe123 qweasd qweasdzxc qweqwe qweqweqwe qwer qwer123 qwer1234 qwerasdf qwerqwer qwert
        qwert1 qwert123 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuio qwertyuiop qwertz qwqwqw
        r2d2c3po rabbit rabota racecar racer racerx rachael rachel rachel1 racing radio rafael ragnarok raider raiders raiders1
        railroad rain rainbow rainman raistlin ralph rambler rambo rammstein ramona ramses rancid randall random randy ranger
        ranger1 rangers rangers1 raptor rascal rasdzv3 rasputin rasta rastaman raven raven1 ravens raymond rayray razz rbhbkk rctybz
        reader reading ready reagan reality really realmadrid reaper rebecca rebecca1 rebel rebels recovery red123 redalert redbull
        reddog redfish redhead redhot redline redman redneck redred redrum redskins redsox redwing redwings redwood reebok reefer
        reggie regina remember remote renault renee renegade reng rereirf rescue research resident respect retard retired revenge
        review rfhbyf rfnthbyf rfrfirf rfrnec rhbcnbyf rhfcjnrf rhiannon rhonda rhtdtlrj ricardo rich richard richard1 richards
        richie richmond rick ricky rider rightnow riley ripken ripley ripper ripple river rivers rjirfrgbde rjntyjr rjycnfynby
        roadkill roadking roadrunn robbie robert robert1 roberta roberto roberts robin robinson robotech rock rocker rocket rockets
        rockford rockhard rockon rocks rockstar rocky rocky1 rodman rodney roger rogers roland roller rolling rolltide roman romance
        romashka romeo rommel ronald ronaldo rong ronnie rookie rooney rooster rootbeer roscoe rose rosebud rosemary rosie rotten
        route66 rover rovers roxanne royals rrrrrr rtyuehe ruan rubber ruby rugby rules rulez rulezzz runescape runner running
        rupert rush rush2112 ruslan russell russia russian rustam rusty rusty1 ryan sabbath sabina sabine sabres sabrina sacred
        sadie sadie1 safari safety sailboat sailing sailor saint saints sakura salamander saleen sally sally1 salmon salomon
        salvador samantha samara samiam sammie sammy sammy1 sampson samsam samson samsung samsung1 samuel samurai sanchez sancho
        sander sanders sandiego sandman sandra sandro sandy sandy1 sang santana santiago santos sapper sapphire sara sarah sarah1
        saratoga sasasa sascha sasha sasha1 sassy sasuke satan satan666 satana saturday saturn saun sauron sausage savage savannah
        sayang scania scanner scarface scarlet scarlett school science scooby scoobydo scooter scooter1 scorpio scorpion scotch
        scotland scott scott1 scottie scotty scout scrappy scratch scream scruffy scuba scully seahawks seamus sean searay search
        seattle sebastia sebastian second secret secret1 secrets secure security seeker seinfeld select selena seminole semperfi
        seng senior sentinel septembe september serega serena serenity sergei sergey sergio sersolution server service sesame seven
        seven7 sex123 sex4me sexsex sexsexsex sexual sexx sexxxx sexy sexy1 sexy69 sexygirl sexyman shado shadow shadow1 shaggy shai
        shalom shaman shamrock shane shaney14 shang shania shannon shannon1 shaolin shark sharks sharky sharon shasta shaved shawn
        shazam shearer sheena shei sheila shelby shell shelley shelly shemale sherlock sherman sherry sherwood shiloh shirley shit
        shithead shitty shogun shooter shopping short shorty shotgun shou showme showtime shuang shun sidney siemens sierra silence
        silver silver1 silvia simba simon simon1 simona simone simple simpson simpsons sims sinatra sinbad sinclair singer single
        sinister sinner sirius sister site sithlord sixers skate skater skeeter skidoo skiing skinny skipper skippy skittles
        skorpion skydive skyline skywalke skywalker slacker slappy slapshot slave slayer sleepy slick slider slinky slipknot slut
        sluts slutty small smeghead smegma smelly smile smiles smiley smith smiths smitty smoke smoker smokes smokey smokin smoking
        smooth smudge smut snake snake1 snakes snapon snapper snapple snatch sneakers snickers sniper snoop snoopdog snoopy snow
        snowball snowboar snowman snuggles sobaka soccer soccer1 socrates softball software soldier soleil solnce solomon solution
        somethin something sommer song sonic sonics sony sooner sooners sophia sophie soso123aljg sound southern southpar southpark
        space spaceman spank spanking spankme spanky sparkle sparks sparky sparrow sparta spartak spartan spartans spawn speaker
        spears special spectrum speed speedy spencer spider spiderma spiderman spidey spike spike1 spirit spitfire splash splinter
        sponge spongebob spooky sport sporting sports spring springer sprint sprite spunky spurs sputnik spyder squall squash
        squirrel squirt srinivas ssss sssss ssssss ssssssss stacey stacy stalin stalker stallion standard stanford stanley staples
        star star69 starbuck starcraf starcraft stardust starfire starfish stargate starman stars starship start starter startrek
        starwars static station stealth steam steel steele steeler steelers stefan stefano stella steph stephani stephanie stephen
        stereo sterlin sterling steve steve1 steven stevie stewart stick sticks sticky stimpy sting stinger stingray stinky stocking
        stocks stolen stone stonecol stoned stoner stones stoney stories storm stormy strange stranger street strength strider
        strike striker strip stripper stroke strong stuart stud student studio studly stuff stumpy stunner stupid subaru sublime
        subway subzero success suck sucker suckit suckme sucks sugar sullivan sultan summer summer1 summit sundance sunday sunflowe
        sunny sunnyday sunrise sunset sunshin sunshine super super1 super123 superfly superman superman1 supersta superstar support
        supreme surf surfer surfing susan susanne suzanne suzuki sveta svetik svetlana svoboda swallow sweden sweet sweet1 sweetie
        sweetpea sweets sweety swimmer swimming swinger swingers sword swordfis swordfish swords sydney sylvia syncmaster syracuse
        system tabitha tacobell tacoma talisman tamara tammy tang tango tanker tanner tanya tara tardis target tarheel tarheels
        tarzan tasha tatiana tattoo tatyana taurus taylor taylor1 tazman tazmania tdutybq teacher team technics techno teddy
        teddybea teen teens tekken telefon temp tempest templar temple teng tennis tequila teresa terminal terminator terrapin
        terror terry test test1 test123 test1234 tester testing testtest texas texas1 thailand thanatos thanks thankyou theboss
        thecat thedog thedoors thedude theend thegame thegreat thekid theking theman theodore theone theresa therock thesims
        thirteen thomas thomas1 thompson thongs thor three throat thuglife thumbs thumper thunder thunder1 thursday thx1138 tian
        tiberius ticket tickle tiffany tiffany1 tiger tiger1 tigers tigger tigger1 tight tights timber time timmy timothy tina ting
        tinker tinkerbell tinman tintin titanic titanium titans titleist tits titties titty tobias toby today todd together toledo
        tolkien tomato tomcat tommy tommy1 tommyboy tomorrow tomtom tong tongue tony tool toon tootsie topcat topdog topgun topher
        topper tornado toronto torres toshiba toto tottenha toyota tracey tracker tractor tracy trader traffic train trains trance
        transam translator trapper travel traveler travis treasure trebor tree trevor trfnthbyf trial triangle tricky trident
        trigger trinidad trinity trisha tristan triton triumph trixie trojan trojans trombone trooper trouble trout truck trucker
        trucks truelove truman trumpet trunks trustno1 tsunami tttttt tttttttt tuan tucker tuesday tunafish tundra turbo turbo1
        turkey turkey50 turner turtle tweety twilight twinkle twins twisted twister tyler tyler1 typhoon tyrone tyson ufkbyf ultima
        ultimate umbrella underdog undertaker unicorn unique united universe unknown unreal usa123 usarmy user usmc usnavy
        usuckballz1 utopia vacation vader vagina valencia valentin valentina valera valeri valeria valerie valhalla valkyrie valley
        vampire vanessa vanhalen vanilla vector vectra vedder vegas vegeta velvet venera venice venus verbatim veritas vermont
        vernon verona veronica veronika vertigo vette vfczyz vfhbyf vfhecz vfhufhbnf vfksirf vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvjxrf
        vh5150 viagra victor victoria victory video vietnam viewsonic viking vikings viktor viktoria village vincent vinnie violet
        viper viper1 vipers virgin virginia vision vitalik vivian vkontakte vladik vladimir vladislav volley volume volvo voodoo
        vortex voyager voyeur vulcan vvvvvv wagner walker wallace walleye wally walmart walnut walrus walter wang wanker wapbbs
        warcraft wareagle warhammer warlock warlord warning warren warrior warriors warthog wasser wassup watcher water waterloo
        waters watson wayne weasel weather weaver webmaster webster wedding weed weezer welcome welcome1 welder wendy werewolf
        werner wesley west western westham westside westwood wetpussy what whatever whatsup wheels whiskers whiskey whisky whisper
        white whitesox whitey whitney whocares whore whynot wibble wicked wilbur wild wildcat wildcats wildfire wildman will willia
        william william1 williams willie willis willow willy wilson window windows windsor winner winnie winston winston1 winter
        wisdom wishbone wizard wolf wolf359 wolfgang wolfie wolfman wolfpack wolverin wolverine wolves woman wombat women wonder
        wood woody woody1 woofwoof woohoo wookie wordpass work working world wraith wrangler wrestle wrestlin wrestling wright
        wrinkle1 writer wutang wwwwww xanadu xander xavier xbox360 xerxes xfiles xiang xiao xiong xtreme xuan xxx123 xxxpass xxxx
        xxxxx xxxxxx xxxxxxx xxxxxxxx xyz123 yamaha yang yankee yankees yankees1 ybrbnf ybrjkfq yellow yesyes yfnfif ying yoda
        yomama yosemite young yourmom yousuck yoyo yoyoyo ytrewq yumyum yvonne yzerman z1x2c3 zachary zaphod zaq123 zaq12wsx
        zaq1xsw2 zaqwsx zaqxsw zenith zeppelin zero zerocool zeus zhai zhei zheng zhong zhou zhuai zhuang zhun zidane ziggy zigzag
        zipper zippy zombie zorro zvezda zxasqw12 zxc123 zxcasd zxcasdqwe zxcv zxcv1234 zxcvb zxcvbn zxcvbnm zxcvbnm1 zxczxc zxzxzx
        zzzz zzzzz zzzzzz zzzzzzzz
        """#
}
