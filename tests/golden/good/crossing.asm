shape "crossing", version 4, 928 bytes

specification
  items        17 (tree 15, init 2)
  nodes        8
  columns      1 number, 0 bool
  shared       0 number, 1 bool
  live         1 of 3 items
  slots        1 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       4
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       67

keys (column, type, name)
      1  bool   red, shared
      0  int    crossed

hosts
      0  deferred   cross()

items
 index  offset     end  node    can  operation
     0  000168      15  #0      SFR  sequence                           crossing.json:3:8
     1  000170       9  #1      SFR  while bit 0  "wait for green"      crossing.json:4:1
     2  000178       -                 rounds 0, at most 64 a tick
     3  000180       9  #2      SFR  decide first 5                     crossing.json:4:99
     4  000188       5                   shared_bool red  last
     5  000190       8  #3      S-R  delay long 0                       crossing.json:4:134
     6  000198       -                 duration 2 s
     7  0001a0       8  #4      S--  success                            crossing.json:4:170
     8  0001a8       9  #5      -F-  failure                            crossing.json:4:197
     9  0001b0      11  #6      SFR  deferred cross                     crossing.json:5:1
    10  0001b8       -                 resource "legs"
    11  0001c0      15  #7      S--  set crossed                        crossing.json:6:1
    12  0001c8      13                   load_int crossed
    13  0001d0      14                   const_int 1
    14  0001d8      15                   add_int  last
    15  0001e0      17                 init red
    16  0001e8      17                   const_bool true  last
