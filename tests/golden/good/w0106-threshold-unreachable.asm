shape "w0106-threshold-unreachable", version 4, 856 bytes

specification
  items        16 (tree 16, init 0)
  nodes        10
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         2 of 5 items
  slots        4 bit, 0 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       6

hosts
      0  immediate  aim()

items
 index  offset     end  node    can  operation
     0  000168      16  #0      -F-  sequence                           w0106-threshold-unreachable.json:3:11
     1  000170       5  #1      -F-  parallel bit 0                     w0106-threshold-unreachable.json:4:5
     2  000178       -                 success 2, failure 1
     3  000180       4  #2      SFR  action aim                         w0106-threshold-unreachable.json:5:7
     4  000188       5  #3      -F-  failure                            w0106-threshold-unreachable.json:5:42
     5  000190      10  #4      S-R  parallel bit 0                     w0106-threshold-unreachable.json:6:5
     6  000198       -                 success 1, failure 2
     7  0001a0       8  #5      SFR  action aim                         w0106-threshold-unreachable.json:7:7
     8  0001a8      10  #6      S-R  wait long 0                        w0106-threshold-unreachable.json:7:42
     9  0001b0       -                 duration 3 ticks
    10  0001b8      16  #7      S-R  parallel bit 0                     w0106-threshold-unreachable.json:8:5
    11  0001c0       -                 success 2, failure 1
    12  0001c8      14  #8      S-R  wait long 0                        w0106-threshold-unreachable.json:9:7
    13  0001d0       -                 duration 2 ticks
    14  0001d8      16  #9      S-R  wait long 1                        w0106-threshold-unreachable.json:9:39
    15  0001e0       -                 duration 3 ticks
