shape "persistent", version 4, 816 bytes

specification
  items        11 (tree 11, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 0 long
  persistent   3 status (3 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       7

persistents (index, first value, name)
      0  success  lift
      1  failure  door
      2  running  light

items
 index  offset     end  node    can  operation
     0  000168      11  #0      SFR  sequence                           persistent.json:2:8
     1  000170       3  #1      S--  signal lift                        persistent.json:3:1
     2  000178       -                 to running
     3  000180       4  #2      SFR  persistent door                    persistent.json:4:1
     4  000188       5  #3      SFR  persistent lift                    persistent.json:5:1
     5  000190       6  #4      SFR  persistent lift                    persistent.json:6:1
     6  000198       7  #5      SFR  persistent light                   persistent.json:7:1
     7  0001a0       9  #6      S--  signal door                        persistent.json:8:1
     8  0001a8       -                 to success
     9  0001b0      11  #7      S--  signal light                       persistent.json:9:1
    10  0001b8       -                 to failure
