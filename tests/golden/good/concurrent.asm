shape "concurrent", version 4, 920 bytes

specification
  items        15 (tree 15, init 0)
  nodes        10
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         5 of 5 items
  slots        0 bit, 0 word, 3 long
  persistent   1 status (1 named), 1 time
  undo         3
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       6

hosts
      0  immediate  honk()

persistents (index, first value, name)
      0  running  horn

items
 index  offset     end  node    can  operation
     0  000168      15  #0      SFR  concurrent                         concurrent.json:2:8
     1  000170       3  #1      S-R  wait long 0                        concurrent.json:3:1
     2  000178       -                 duration 1 s
     3  000180       5  #2      S-R  wait long 1                        concurrent.json:4:1
     4  000188       -                 duration 3 ticks
     5  000190      10  #3      S-R  sequence                           concurrent.json:5:1
     6  000198       8  #4      S--  signal horn                        concurrent.json:5:32
     7  0001a0       -                 to success
     8  0001a8      10  #5      S-R  wait long 2                        concurrent.json:5:78
     9  0001b0       -                 duration 2 s
    10  0001b8      15  #6      SFR  concurrent                         concurrent.json:6:1
    11  0001c0      12  #7      SFR  persistent horn                    concurrent.json:6:34
    12  0001c8      15  #8      SFR  cooldown time 0                    concurrent.json:6:69
    13  0001d0       -                 duration 1 s
    14  0001d8      15  #9      SFR  action honk                        concurrent.json:6:108
