# The words of rules in French. What is put in agrees already; elision (l', d'), contraction (du, des, au) and the spaces
# before signs of two parts are made afterwards, in src/document/french/grammar.rs: write "de le trou", "que il".

## Headings

heading-start = Le plateau et le départ
heading-names = Les mots de ce jeu
heading-stages = Les phases
heading-opening = L'ouverture
heading-turn = Le tour
heading-move = Le coup
heading-sowing = Les semailles
heading-before-sowing = Avant chaque semis
heading-each-seed = Pendant le semis
heading-last-seed = Quand la dernière graine est tombée
heading-after-capture = Après une capture
heading-after-move = Après le coup
heading-allowed = Les coups interdits
heading-end = La fin de la partie
heading-winner = Le gagnant
heading-match = Le match
heading-word = Ce que veut dire { $name }
heading-in-stage = { $section } (phase { $stage })
heading-repetition = Ce qu'est une position répétée
heading-silent = Quand les sources ne disent rien
heading-without-effect = Règles sans effet ici

## Labels

label-variation = Variante :
label-start = Le départ
label-capture = Une capture
label-before = avant
label-after = après
label-example = Un exemple
label-opening = Avant le premier tour :
label-forced = Sans aucun choix :
label-turn = Coup
label-options = Ce dont on peut convenir avant la partie
label-no-longer = Ne vaut plus :
label-instead = À la place :
label-same = Les règles sont les mêmes.
label-assumed = Ce que les sources ne disent pas
label-assumed-intro = Les sources ne disent pas ceci :
label-because = Supposé, car :
label-sources = Sources
label-rules = Règles
label-captured = capturées
label-store = grenier
label-hand = en main
label-being-sown = en train d'être semées
label-closed = fermé
label-hidden = cachées
label-not-known = inconnu
label-differs = différent
label-nobody = personne
label-nobody-owns = les trous n'appartiennent à personne
label-seed = graine
label-seeds = graines
about-also = Autres noms : { $names }.
about-played = Joué dans ces lieux : { $places }.
about-people = Peuple : { $text }.
about-period = Époque : { $text }.
about-by = Joué par : { $text }.
about-local = Terme local : { $text }.
about-material = Matériel : { $text }.
about-inventor = Inventé par : { $text }.
about-date = Date : { $text }.
about-identifier = Identifiant : { $text }.
option = { $value } sur cette page ; possible : { $values }.
option-range = de { $from } à { $to }
option-even = un nombre pair de { $from } à { $to }
variations = variantes
variations-more = { $n } autres ne sont pas décrites sur cette page.

## The aim

aim-alone = Un jeu pour une seule personne.
aim-most = Le but est d'avoir le plus de graines à la fin.
aim-fewest = Le but est d'avoir le moins de graines à la fin.
aim-no-move = Le but est de priver l'adversaire de tout coup.
aim-rule = Le but découle de cette règle :
aim-rules = Le but découle de ces règles :
aim-nobody = Aucune règle ne désigne de gagnant.

## The board and the start

players-one = Ce jeu se joue seul : { $name }.
players = Ce jeu se joue à { $n } : { $names }.
board-size = Le plateau a { $rows } de { $holes }.
two-sides = Sur l'image, { $near } est assis en bas et { $far } en haut : la gauche de l'un est la droite de l'autre.
one-side = Tous les joueurs regardent le plateau depuis le bas de l'image.
squares = Une lettre désigne une colonne, à partir de la gauche de l'image. Un chiffre désigne une rangée, à partir du bas.
row-nearest = la rangée la plus proche de son propriétaire est la rangée { $name }
row-nth = la { $nth } rangée à partir du propriétaire est la rangée { $name }
row-names = { $rows }. Les trous d'une rangée portent le même nom.
owns = Les trous de { $player } : { $holes }.
nobody-owns = Les trous n'appartiennent à personne.
opposite = Les trous opposés à un trou sont ceux de sa colonne, de l'autre côté du plateau.
stores-all = Chaque joueur a un grenier pour les graines qu'il capture.
stores-one = { $names } a un grenier pour les graines capturées.
stores-some = { $names } ont un grenier pour les graines capturées.
stores-hidden = Seul son propriétaire peut regarder dans un grenier.
stores-none = Chaque joueur garde hors du plateau les graines qu'il capture. Dans la suite, c'est son grenier.
shared-one = Le plateau a aussi une case appelée { $names }, qui n'appartient à personne.
shared-some = Le plateau a aussi { $n } cases appelées { $names }, qui n'appartiennent à personne.
kind = Certaines graines sont d'une sorte appelée { $name } ; chacune vaut { $worth }. Les autres valent 1.
capturing = Capturer des graines, c'est les prendre et les mettre dans son propre grenier.
in-play = Les graines en jeu sont celles des trous{ $places }, et celles que l'on est en train de semer.
hands = La main d'un joueur garde des graines qui sont à lui, mais qui ne sont ni dans un trou ni dans un grenier.
start = Au départ, mettez { $each }.
start-every = { $seeds } dans chaque trou
start-in = { $seeds } dans { $set }
start-each = { $seeds } dans chacun de ces trous : { $set }
start-kind = Dans { $place } : { $seeds }.
start-empty = Au départ, tout est vide.
first-move = { $player } commence.

## Words of the game

mark-hole = Un trou
mark-hole-or-player = Un trou ou un joueur
mark-for-one = {" "}pour l'un des joueurs
mark = { $who } peut compter comme { $name }{ $whose }.{ $uses } Cela dure { $life }.
note-each = {" "}pour chaque joueur
note-number = Tenez le compte d'un nombre{ $whose }, { $name }. Au début, c'est 0.{ $uses } Il est gardé { $life }.
note-direction = Un sens est retenu{ $whose }, { $name }.{ $uses } Il est gardé { $life }.
note-yes = Retenez{ $whose } si { $name } est « oui » ou « non ». Au début, c'est « non ».{ $uses } On le retient { $life }, puis c'est de nouveau « non ».
note-place = Un trou peut être appelé { $name }{ $whose }.{ $uses } Il garde ce nom { $life }.
uses-begins = Cela commence sous { $parts }.
uses-set = Cela est fixé sous { $parts }.
uses-read = Cela compte sous { $parts }.
until-lap = jusqu'à la fin du semis
until-move = jusqu'à la fin du coup
until-turn = jusqu'à la fin du tour
until-game = jusqu'à la fin de la partie
until-match = jusqu'à la fin du match
until-cond = jusqu'à ce moment : { $cond }, ou jusqu'à la fin de la partie

## Stages and turns

stages = La partie a { $n } phases, l'une après l'autre : { $names }.
stage = Phase { $name } : { $whose }{ $until }
stage-alone = chaque joueur y entre et la quitte pour lui-même.
stage-same = elle est la même pour tous les joueurs.
stage-until = Elle est finie dans ce cas : { $cond } (on le regarde avant chaque tour, pour le joueur qui va jouer).
as-before = Comme dans une phase précédente.
turns = Les joueurs jouent à tour de rôle. Un tour est un seul coup.
turn-moves = Les joueurs jouent à tour de rôle. Un tour a { $n }.{ $again }
turn-again = Après un coup, vous rejouez si { $cond }.
at-once = Si les deux joueurs ont un coup à jouer, ils jouent en même temps. Tous deux choisissent d'abord : { $first }, puis { $second }, qui connaît le choix de { $first }. Un choix est permis s'il le serait à ce joueur jouant seul. Ensuite, les deux prennent leurs graines ; { $first } dépose une graine, puis { $second } en dépose une, et ainsi de suite. Ce qu'une graine entraîne, par exemple une capture, se fait aussitôt ; les graines d'un nouveau semis sont prises aussitôt, elles aussi. Tout autre choix se fait avant que la graine suivante tombe. Si tous deux sèment sans fin, la partie est terminée.
first-to-end = Le joueur dont le coup finit le premier joue ensuite. À chaque paire de graines, celle de { $first } tombe la première.
no-move-loses = Un joueur qui n'a aucun coup à jouer perd la partie.
no-move-passes = Un joueur qui n'a aucun coup à jouer passe : son tour est fini, et c'est au joueur suivant.

## Lines

when-move = Pour jouer un coup,
when-before-sowing = Avant de prendre les graines d'un trou pour les semer, la première fois ou plus tard,
when-each-seed = Chaque fois qu'une graine tombe, même la dernière,
when-last-seed = Quand la dernière graine d'un semis est tombée,
when-never-ends = Si un semis ne finit jamais, arrêtez-le dès que tout est de nouveau comme avant dans ce semis, avec le même sens et le même trou à semer ; puis
when-after-capture = Chaque fois que des graines ont été capturées, « vous » étant le joueur qui les a capturées,
when-after-move = Quand le coup est fini,
when-end = Après chaque coup, le joueur qui a joué étant « vous »,
when-end-of-both = Quand les deux ont joué, « vous » étant d'abord celui qui a fini le premier, puis l'autre,
when-at-any-time = À tout moment d'un coup, après chaque graine et chaque capture,
when-word = Pour faire ce que dit { $name },
lines-several = appliquez la première ligne qui convient, et aucune autre :
lines-one = appliquez ceci :
occasion = { $when } { $lines }
occasion-also = En outre, { $when } { $lines }
move-ends = À moins qu'une ligne ne fasse semer encore, le coup est alors fini.
more-lines = Après cela, regardez aussi les lignes suivantes.
first-that-fits = Appliquez la première ligne qui convient :
case-steps = faites ceci dans l'ordre :
opening = Avant le premier tour de chaque partie, faites ceci dans l'ordre. Ce ne sont pas des tours. « Vous » êtes le joueur qui joue le premier :
match = Un match est une suite de parties.
match-steps = Après chaque partie, faites ceci dans l'ordre, pour décider du match ou pour préparer la partie suivante. « Vous » êtes le joueur qui a joué le premier :
steps-for = Pour { $who }, faites ceci :
steps-each = Pour { $who } (d'abord celui qui commence), faites ceci :
steps-times = Autant de fois que { $unit } tient en entier dans { $amount }, faites ceci :
steps-if = Si { $cond }, faites ceci :

## Sowing

sowing = Semer, c'est prendre en main les graines d'une case et les déposer une par une, une graine dans chaque case du parcours, à partir de la case suivante. Un semis qui fait tout le tour dépose aussi une graine là où il a commencé, sauf règle contraire.
paths = De ces parcours, prenez le premier qui convient.
way-path = les graines se sèment{ $dir }{ $unless } le long de ce parcours{ $listed }
way-live = les graines se sèment{ $dir } { $circuit }, selon les propriétaires des trous à ce moment-là
way-listed = {" "}(décrit { $dir })
way-unless = , sauf si une règle donne un autre sens,
way-unless-rule = , sauf règle contraire
way-later = après le premier, tous les semis { $of } vont { $dir }{ $unless }
of-move = d'un coup
of-turn = d'un tour
choice-you = vous choisissez
choice-shared = le joueur qui sème le premier choisit, pour les deux joueurs,
choice-lap = le sens avant chaque semis
choice-move = le sens à chaque coup
choice-turn = le sens à chaque tour
choice-game = le sens au premier coup de la partie, pour toute la partie
choice-match = le sens au premier coup du match, pour tout le match
circuit-round = autour de { $holes }
circuit-stretch = { $dir } par { $holes }
circuit-stores = { $circuit }, et par { $stores } après le dernier trou de son propriétaire
manner-over = aucune graine ne tombe dans { $place } : on saute cette case{ $when }
manner-begin = la première graine tombe dans { $place }, et les autres à sa suite le long du parcours
manner-each = { $n } graines tombent dans chaque case, et la dernière case reçoit le reste{ $when }
manner-order = vous choisissez dans quel ordre tombent les sortes de graines{ $when }
path-both = Les deux joueurs
path-all = Tous les joueurs
path = { $who } : { $places }, puis de nouveau { $first }.
closed = Un trou fermé est hors jeu : le semis le saute.
closed-match = Dans les parties suivantes d'un match, des trous peuvent être fermés. Un trou fermé est hors jeu : le semis le saute.
dir-anticlockwise = dans le sens antihoraire
dir-clockwise = dans le sens horaire
dir-right = vers la droite
dir-left = vers la gauche
dir-rightwards = vers la droite (le long de la rangée la plus proche du joueur)
dir-leftwards = vers la gauche (le long de la rangée la plus proche du joueur)
dir-other-way = dans le sens opposé à celui du semis précédent
dir-ask = dans le sens de { $whose } choix
dir-towards = vers { $place } par le plus court chemin
dir-note = dans le sens { $name }
sense-anticlockwise = sens antihoraire
sense-clockwise = sens horaire

## Players

player-you = vous
player-opponent = votre adversaire
player-they = il
player-other = l'autre joueur
player-that = ce joueur
player-winner = le gagnant de la dernière partie
player-loser = le perdant de la dernière partie
player-starter = le joueur qui a commencé la partie
player-second = le joueur qui a joué en second dans la partie
player-next = le joueur suivant
player-owner-of-hole = le propriétaire de ce trou
player-each = chaque joueur
player-some = un joueur
player-owner = son propriétaire

## Places

it-that = ce trou
it-over = le trou où la dernière graine est tombée
it-fallen = le trou où la graine tombe
it-taken = le trou que vous allez vider
it-any = le trou en question
place-candidate = celui-ci
place-origin = le trou où { $unit } a commencé
place-first = la case où est tombée la première graine de { $unit }
place-left = toutes les cases encore en jeu
place-none = aucune case
place-sowing-hand = la main qui sème
place-captured = les graines capturées
place-any = { $n } de { $of } ({ $chosen } ; tous, s'il y en a moins)
chosen-you = à votre choix
chosen-they = à son choix
chosen-lot = le sort décide lequel
along-next = { $thing } qui suit { $from } sur le parcours
along-before = { $thing } juste avant { $from } sur le parcours
along-nth-next = { $thing } après { $from } sur le parcours
along-nth-before = { $thing } avant { $from } sur le parcours
run-before = de la suite ininterrompue juste avant { $from } (le long du semis, jusqu'au premier trou qui ne convient pas)
run-after = de la suite ininterrompue juste après { $from } (le long du semis, jusqu'au premier trou qui ne convient pas)
run-both = de la suite ininterrompue de part et d'autre de { $from } (le long du semis, jusqu'au premier trou qui ne convient pas)
pick-path = dans l'ordre du parcours
pick-nearest = { $the } proche de { $to } sur le parcours
pick-offset = situé { $n } à { $side } de { $from } dans sa rangée
region-nearest = de la rangée la plus proche de { $who }
region-row = de la { $nth } rangée à partir de { $who }
region-owners-row = de la { $nth } rangée à partir de son propriétaire
region-column = de la { $nth } colonne à partir de { $side }
region-owners-column = de la { $nth } colonne à partir de la gauche de son propriétaire
region-columns = des { $n } colonnes à { $side }
region-owners-columns = des { $n } colonnes à la { $side } de son propriétaire
region-among = parmi { $set }
region-per-player = d'une partie du plateau ({ $each })
test-half = de la moitié { $side } du plateau, vue par { $who }
test-same-column = de la même colonne que { $like }
test-same-number = du même numéro que { $like } (chacun compte ses trous à partir de sa propre gauche)
test-beside = voisin de { $other } sur le parcours
test-sown = où une graine est tombée pendant { $unit }
test-got = a reçu une graine pendant { $unit }
test-got-none = n'a reçu aucune graine pendant { $unit }
unit-lap = ce semis
unit-move = ce coup
unit-turn = ce tour
unit-game = cette partie
unit-match = ce match
unit-first-lap = le premier semis du coup
unit-first-move = le premier coup du tour
unit-first-turn = le premier tour
unit-first-game = la première partie
unit-last-lap = le semis précédent
unit-last-move = le coup précédent
unit-last-turn = le tour précédent
unit-last-game = la partie précédente

## Numbers

count-seeds = le nombre de graines dans { $places }
count-worth = la valeur des graines dans { $places }
count-half = la moitié de { $of }
count-third = le tiers de { $of }
count-quarter = le quart de { $of }
count-fraction = { $fraction } de { $of }
as-many = autant de { $seeds } qu'il y en a dans { $places }
so-many = un nombre de { $seeds } égal à { $n }

## Conditions

cond-always = dans tous les cas
cond-never = dans aucun cas
cond-falls-in = la graine tombe dans { $place }
cond-falls-in-not = la graine ne tombe pas dans { $place }
cond-falls = la graine qui tombe est une { $seed }
cond-falls-not = la graine qui tombe n'est pas une { $seed }
cond-made = le trou où la graine tombe, aussitôt après, { $made }
cond-made-last = le trou où la dernière graine est tombée { $made } à ce moment-là (quoi qu'on en ait fait alors)
cond-seed-before = la graine précédente de ce semis est tombée dans { $place }
cond-seed-before-not = la graine précédente de ce semis n'est pas tombée dans { $place }
cond-there = il y a { $places }
cond-there-exactly = il y a exactement { $places }
cond-there-not = il n'y a pas { $places }
cond-there-not-exactly = il n'y a pas exactement { $places }
cond-left = il reste { $seeds } en jeu
cond-left-not = il ne reste pas { $seeds } en jeu
cond-left-none = il ne reste { $seeds } en jeu
cond-to-sow = il reste { $seeds } à semer
cond-to-sow-not = il ne reste pas { $seeds } à semer
cond-to-sow-none = il ne reste { $seeds } à semer
cond-agreed = les joueurs sont d'accord pour terminer la partie
cond-agreed-not = les joueurs ne sont pas d'accord pour terminer la partie
cond-returns = la même position se présente pour la { $nth } fois
cond-returns-not = la même position ne s'est pas présentée pour la { $nth } fois
cond-drawn = la dernière partie était nulle
cond-drawn-not = la dernière partie n'était pas nulle
cond-first-lap = c'est le premier semis du coup
cond-first-lap-not = ce n'est pas le premier semis du coup
cond-first-move = c'est le premier coup du tour
cond-first-move-not = ce n'est pas le premier coup du tour
cond-first-turn = c'est { $turn } de la partie
cond-first-turn-not = ce n'est pas { $turn } de la partie
cond-first-game = c'est la première partie du match
cond-first-game-not = ce n'est pas la première partie du match
this-game = cette partie
this-stage = cette phase de la partie
laps-every = chaque semis de { $of } { $fact }
laps-not-every = il n'est pas vrai que chaque semis de { $of } { $fact }
laps-some = au moins un semis de { $of } { $fact }
laps-none = il n'y a pas eu de semis de { $of } qui { $fact }
fact-captured = a capturé des graines
fact-captured-not = n'a rien capturé
fact-sown = a déposé une graine dans { $place }
fact-sown-not = n'a pas déposé de graine dans { $place }
fact-began = a commencé dans { $place }
fact-began-not = n'a pas commencé dans { $place }
fact-goes = va { $dir }
fact-goes-not = ne va pas { $dir }

## Actions

act-nothing = il ne se passe rien
act-may = { $can } choisir de faire ceci : { $deed }
act-swap-sides = les joueurs changent de côté : chacun reprend les trous, le grenier et tout ce que l'autre avait, comme si l'on tournait le tablier
act-may-lot = le sort décide si ceci est fait : { $deed }
act-lot = par tirage au sort : { $deed }
lot-chooses = le sort désigne
lot-decides = le sort décide
judged-if = (ce n'est permis que si, ensuite, { $cond })
judged-unless = (ce n'est pas permis si, ensuite, { $cond })
judged-no-capture = (mais si ensuite { $cond }, rien n'est capturé)
judged-undone = (mais si ensuite { $cond }, c'est annulé)
class-if = {" "}(seulement si, ensuite, { $cond })
class-next = si aucun coup des sortes précédentes n'est permis, { $text }
act-in-order = { $plays } un coup de la première sorte de cette liste qui a un coup permis
act-fill = { $fills } { $holes } avec { $seeds } par trou, { $order }, { $from }, par trous entiers seulement{ $limit }
fill-store = avec les graines de { $store }
fill-hand = d'abord avec les graines de { $store }, puis avec celles de { $hand }
fill-side = à partir de { $side }
fill-any = dans n'importe quel ordre
fill-along = le long du parcours à partir de { $from }
fill-limit = , mais pas plus de trous que n'en a rempli { $who }
act-close = { $closes } { $places } (hors jeu)
act-unmark-all = { $subject } { $stops } d'être quelque chose de particulier
act-choose = { $chooses } { $place } (appelé { $name })
act-set-dir = { $name } devient ce sens : { $dir }
act-set-other-way = { $name } devient le sens opposé à celui du dernier semis
act-do = { $does } ce que dit { $name } (voir plus bas)
act-cases = on applique la première des lignes suivantes qui convient
act-choose-one = { $chooses } une de ces possibilités
act-either = { $chooses } : soit { $each }
act-repeat = regardez d'abord { $from }, puis { $step } dans le sens du semis, et ainsi de suite. Pour chaque case, appliquez la première ligne ci-dessous qui convient. Arrêtez quand aucune ne convient, quand le coup est fini, ou quand une case revient
repeat-next = la case suivante
repeat-steps = la case { $n } pas plus loin
act-again = { $again } une fois (au prochain tour, si ce n'est pas le tour de ce joueur)
act-end-move = le coup est fini
act-end-turn = le tour est fini
act-end-stage = cette phase de la partie est finie
act-end-game = la partie est finie
act-draw = la partie est nulle
act-mark-chosen = { $chooses } { $place } ; ce trou compte désormais comme { $name }
sow-chosen = { $chooses } { $place }, { $take } toutes ses { $seeds } et { $sow }
sow-one-of = { $chooses } un de ces trous, s'il n'est pas vide : { $place } ; puis { $take } toutes ses { $seeds } et { $sow }
sow-begin = , la première dans { $place }
seeds-captured = les graines qui viennent d'être capturées
seeds-unsown = les graines pas encore semées
seeds-left = toutes les graines encore en jeu
take-all = toutes les { $seeds } { $places }
take-number = { $n } { $places } (ou toutes, s'il y en a moins)
take-as-many = { $n }, prises { $places } (ou toutes, s'il y en a moins),
take-half = la moitié des { $seeds } { $places } (arrondie au-dessous)
take-any = un nombre libre de { $seeds }, de { $low } à { $high }, { $places }
take-one-by-one = une par une les { $seeds } { $places }
take-nearest = toutes les { $seeds } { $places }, d'autant de cases que le joueur le veut, au moins une, à partir de la plus proche

## Moves that are not allowed

law-when = si, avant le coup, { $cond },{" "}
law-must = { $when }vous devez jouer un coup { $what }. S'il n'y en a pas, vous n'avez aucun coup à jouer.
law-must-if-can = { $when }vous devez jouer un coup { $what }, si vous en avez un. Sinon, tout coup est permis.
law-must-not = { $when }vous ne devez pas jouer un coup { $what }.
law-must-not-if-can = { $when }vous ne devez pas jouer un coup { $what }, si vous en avez un autre.
law-first-sowing = {" "}dès son premier semis
law-captures = qui capture des graines{ $from }{ $first }
law-leaves-seeds = qui laisse à { $who } au moins 1 graine dans { $place } quand il est fini
law-leaves-empty = qui laisse vide { $place }
law-reaches = qui dépose une graine dans { $place }
law-ends-in = dont la dernière graine tombe dans { $place }
law-begins-from = qui commence dans { $place }
law-begins-in = dont la première graine tombe dans { $place }

## The winner

winner = Si la partie est finie et qu'aucune règle ci-dessus ne désigne de gagnant ni de perdant, le joueur qui a { $most }{ $worth } { $place } gagne. Si plusieurs en ont autant, la partie est nulle.
winner-most = le plus de graines
winner-fewest = le moins de graines
winner-worth = {" "}(selon leur valeur)

## Repeated positions

same-position = Une position est la même qu'une position antérieure de cette partie si { $same }. C'est le tour d'un joueur même s'il doit ensuite passer. La position avant le premier tour compte, et la position après chaque coup. Passer ne fait pas de nouvelle position.
same-seeds = { $places } { $verb } autant de graines
same-names = si tout ce qui est nommé ou retenu (voir plus haut) est pareil
same-owners = si les trous ont les mêmes propriétaires
same-closed = si les mêmes trous sont fermés
same-stage = si la partie est dans la même phase
same-moves = s'il reste autant de coups dans le tour
same-player = si c'est ensuite le tour du même joueur

## Where the sources are silent

default-nobody-moves = Si personne ne peut jouer, chaque joueur capture les graines de ses propres trous, et la partie est finie.
default-nobody-moves-draw = Si personne ne peut jouer, la partie est nulle. Chaque joueur prend les graines de ses propres trous.
default-endless = Vous ne devez pas choisir un coup dont le semis ne finirait jamais. Il ne finit jamais si tout est de nouveau comme avant dans ce semis, avec le même sens et le même trou à semer. Si cela se présente pendant un coup, reprenez ce coup et choisissez-en un autre.
default-only-endless = Si tous vos coups sont sans fin, la partie est aussitôt finie. Personne ne capture les graines qui restent dans les trous.
default-only-endless-draw = Si tous vos coups sont sans fin, la partie est aussitôt nulle.
default-repetition = Si la même position se présente pour la troisième fois, la partie est finie. Chaque joueur capture les graines de ses propres trous.
default-repetition-draw = Si la même position se présente pour la troisième fois, la partie est nulle. Chaque joueur prend les graines de ses propres trous.
default-end-move = Quand la dernière graine est tombée et qu'aucune règle ne dit la suite, le coup est fini.
default-no-winner = Une partie qui finit sans gagnant est nulle.
default-same-starter = Le même joueur commence la partie suivante.
default-sweep = Avant de préparer la partie suivante, les graines restées dans les trous vont aux propriétaires des trous.
without-effect = Une autre règle de la description n'a aucun effet avec les options de cette page.

## The example

choice-stop = arrêter
choice-go-on = continuer
choice-concede = abandonner
choice-agree = proposer la fin de la partie
event-game-began = La partie { $n } commence
event-placed = Les graines sont en place
event-swapped-sides = les joueurs changent de côté
event-moves-first = { $player } commence
event-stage = La phase { $name } commence{ $whose }
event-turn-of = { $player } a { $n } coups dans ce tour
event-at-once = Les deux joueurs jouent en même temps
event-moves-next = { $player } a fini le premier, et joue ensuite
event-chose = { $choice }
event-sowed = { $player } sème { $seeds } à partir de { $from }{ $way }, la dernière dans { $to }
event-sowed-on = { $player } sème encore { $seeds } à partir de { $from }{ $way }, la dernière dans { $to }
event-sowed-more = { $player } sème encore { $laps } fois, { $seeds } graines en tout, la dernière dans { $to }
event-captured = { $player } capture { $from }
event-taken = { $player } prend en main { $from }
event-put = { $player } met { $from } dans { $to }
event-fell = Une { $seed } tombe dans { $to }
event-among = Parmi elles : { $seeds }
event-filled = { $player } remplit { $hole } : { $seeds }
event-closed = { $hole } est hors jeu
event-opened = { $hole } est de nouveau en jeu
event-marked = { $what } compte désormais comme { $name }
event-unmarked = { $what } ne compte plus comme { $name }
event-noted = { $name } est désormais { $value }
event-not-set = sans valeur
event-owns = { $hole } est désormais à { $player }
event-passed = { $player } passe
event-again = { $player } rejoue
event-again-next = { $player } rejouera à son prochain tour
event-move-ended = Le coup de { $player } est fini
event-turn-ended = Le tour de { $player } est fini
event-fitted = Cela ne change rien
event-undone = Ce que { $player } vient de faire est annulé
event-given-up = La suite demande trop de calculs, et n'est pas menée plus loin
event-game-over = La partie est finie : { $result } ({ $scores })
event-match-over = Le match est fini : { $result }
verdict-won-game = { $player } gagne
verdict-lost-game = { $player } perd
verdict-drawn-game = partie nulle
verdict-won-match = { $player } le gagne
verdict-lost-match = { $player } le perd
verdict-drawn-match = personne ne le gagne

## Pictures

picture-row = Rangée { $row } : { $holes }.
picture-stores = Graines capturées : { $stores }.
