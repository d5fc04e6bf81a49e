shape "w0106-threshold-unreachable", version 2, 808 bytes

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
     0  000138      16  #0      -F-  sequence                           w0106-threshold-unreachable.json:3:11
     1  000140       5  #1      -F-  parallel bit 0                     w0106-threshold-unreachable.json:4:5
     2  000148       -                 success 2, failure 1
     3  000150       4  #2      SFR  action aim                         w0106-threshold-unreachable.json:5:7
     4  000158       5  #3      -F-  failure                            w0106-threshold-unreachable.json:5:42
     5  000160      10  #4      S-R  parallel bit 0                     w0106-threshold-unreachable.json:6:5
     6  000168       -                 success 1, failure 2
     7  000170       8  #5      SFR  action aim                         w0106-threshold-unreachable.json:7:7
     8  000178      10  #6      S-R  wait long 0                        w0106-threshold-unreachable.json:7:42
     9  000180       -                 duration 3 ticks
    10  000188      16  #7      S-R  parallel bit 0                     w0106-threshold-unreachable.json:8:5
    11  000190       -                 success 2, failure 1
    12  000198      14  #8      S-R  wait long 0                        w0106-threshold-unreachable.json:9:7
    13  0001a0       -                 duration 2 ticks
    14  0001a8      16  #9      S-R  wait long 1                        w0106-threshold-unreachable.json:9:39
    15  0001b0       -                 duration 3 ticks
