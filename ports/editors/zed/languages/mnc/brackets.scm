("[" @open "]" @close)
("(" @open ")" @close)
