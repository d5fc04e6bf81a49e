shape "durations", version 4, 808 bytes

specification
  items        17 (tree 17, init 0)
  nodes        9
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 1 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       6

items
 index  offset     end  node    can  operation
     0  000168      17  #0      SFR  sequence                           durations.json:2:8
     1  000170       3  #1      S-R  wait long 0                        durations.json:3:1
     2  000178       -                 duration 0.000001 s
     3  000180       5  #2      S-R  wait long 0                        durations.json:4:1
     4  000188       -                 duration 123456.789012 s
     5  000190       7  #3      S-R  wait long 0                        durations.json:5:1
     6  000198       -                 duration 1000000000 s
     7  0001a0       9  #4      S-R  wait long 0                        durations.json:6:1
     8  0001a8       -                 duration 2147483647 ticks
     9  0001b0      13  #5      SFR  timeout long 0                     durations.json:7:1
    10  0001b8       -                 duration 1.5 s
    11  0001c0      13  #6      S-R  wait long 1                        durations.json:7:47
    12  0001c8       -                 duration 3600 s
    13  0001d0      17  #7      SFR  cooldown time 0                    durations.json:8:1
    14  0001d8       -                 duration 0.000001 s
    15  0001e0      17  #8      S-R  wait long 0                        durations.json:8:43
    16  0001e8       -                 duration 1.1 s
