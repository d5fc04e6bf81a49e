shape "concurrent_random", version 4, 880 bytes

specification
  items        14 (tree 14, init 0)
  nodes        11
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         3 of 6 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      3
  draws        yes
  hosts        2
  visits       7

hosts
      0  immediate  walk()
      1  immediate  talk()

items
 index  offset     end  node    can  operation
     0  000168      14  #0      -FR  sequence                           concurrent_random.json:2:8
     1  000170       6  #1      SFR  concurrent random, long 0          concurrent_random.json:3:1
     2  000178       3  #2      SFR  action walk                        concurrent_random.json:3:51
     3  000180       4  #3      SFR  action talk                        concurrent_random.json:3:81
     4  000188       6  #4      S-R  wait long 1                        concurrent_random.json:3:111
     5  000190       -                 duration 3 ticks
     6  000198      10  #5      SFR  concurrent                         concurrent_random.json:4:1
     7  0001a0       8  #6      SFR  action walk                        concurrent_random.json:4:50
     8  0001a8      10  #7      S-R  wait long 0                        concurrent_random.json:4:80
     9  0001b0       -                 duration 1 tick
    10  0001b8      14  #8      -F-  concurrent random, long 0  "one fails"  concurrent_random.json:5:1
    11  0001c0      12  #9      -F-  failure                            concurrent_random.json:5:70
    12  0001c8      14  #10     S-R  wait long 1                        concurrent_random.json:5:89
    13  0001d0       -                 duration 3 ticks
