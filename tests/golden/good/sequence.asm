shape "sequence", version 4, 896 bytes

specification
  items        13 (tree 13, init 0)
  nodes        11
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      3
  draws        yes
  hosts        4
  visits       7

hosts
      0  immediate  wake()
      1  immediate  wash()
      2  immediate  eat()
      3  immediate  drink()

items
 index  offset     end  node    can  operation
     0  000168      13  #0      SFR  sequence  "morning"                sequence.json:2:8
     1  000170       2  #1      SFR  action wake                        sequence.json:3:1
     2  000178       6  #2      SFR  sequence                           sequence.json:4:1
     3  000180       4  #3      SFR  action wash                        sequence.json:4:48
     4  000188       6  #4      S-R  wait long 0                        sequence.json:4:78
     5  000190       -                 duration 1 s
     6  000198      11  #5      SFR  sequence random, long 0            sequence.json:5:1
     7  0001a0       8  #6      SFR  action eat                         sequence.json:5:49
     8  0001a8       9  #7      SFR  action drink                       sequence.json:5:78
     9  0001b0      11  #8      S-R  wait long 1                        sequence.json:5:109
    10  0001b8       -                 duration 2 s
    11  0001c0      13  #9      S--  sequence                           sequence.json:6:1
    12  0001c8      13  #10     S--  success                            sequence.json:6:32
