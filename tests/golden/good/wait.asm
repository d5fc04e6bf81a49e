shape "wait", version 4, 832 bytes

specification
  items        17 (tree 17, init 0)
  nodes        9
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       8

items
 index  offset     end  node    can  operation
     0  000168      17  #0      S-R  sequence                           wait.json:2:8
     1  000170       3  #1      S--  wait long 0                        wait.json:3:1
     2  000178       -                 duration 0 s
     3  000180       5  #2      S-R  wait long 0                        wait.json:4:1
     4  000188       -                 duration 0.000001 s
     5  000190       7  #3      S-R  wait long 0                        wait.json:5:1
     6  000198       -                 duration 1.5 s
     7  0001a0       9  #4      S-R  wait long 0                        wait.json:6:1
     8  0001a8       -                 duration 0.002 s
     9  0001b0      11  #5      S-R  wait long 0                        wait.json:7:1
    10  0001b8       -                 duration 86400 s
    11  0001c0      13  #6      S--  wait long 0                        wait.json:8:1
    12  0001c8       -                 duration 0 ticks
    13  0001d0      15  #7      S-R  wait long 0                        wait.json:9:1
    14  0001d8       -                 duration 1 tick
    15  0001e0      17  #8      S-R  wait long 0                        wait.json:10:1
    16  0001e8       -                 duration 600 ticks
