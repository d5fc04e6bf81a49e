shape "Names & docs", version 4, 960 bytes

specification
  items        11 (tree 9, init 2)
  nodes        6
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       4

keys (column, type, name)
      0  float  health

items
 index  offset     end  node    can  operation
     0  000168       9  #0      SF-  sequence  "root of it"             names_docs.json:3:8
     1  000170       5  #1      SF-  condition  "alive"                 names_docs.json:4:1
     2  000178       3                   load_float health
     3  000180       4                   const_float 0.0
     4  000188       5                   greater_float  last
     5  000190       7  #2      S--  invert  "a"                        names_docs.json:5:1
     6  000198       7  #3      -F-  failure                            names_docs.json:5:37
     7  0001a0       8  #4      S--  success  "a"                       names_docs.json:6:1
     8  0001a8       9  #5      S--  success                            names_docs.json:7:1
     9  0001b0      11                 init health
    10  0001b8      11                   const_float 100.0  last
