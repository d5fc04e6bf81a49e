shape "Wächter 💂", version 4, 616 bytes

specification
  items        4 (tree 4, init 0)
  nodes        4
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       2

items
 index  offset     end  node    can  operation
     0  000168       4  #0      S--  sequence  "déjà vu"                unicode.json:2:8
     1  000170       3  #1      S--  debug "你好, 世界"                     unicode.json:3:1
     2  000178       3  #2      S--  success  "ok ✓"                    unicode.json:3:64
     3  000180       4  #3      S--  success                            unicode.json:4:1
