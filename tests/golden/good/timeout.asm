shape "timeout", version 4, 784 bytes

specification
  items        14 (tree 14, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        3
  visits       3

hosts
      0  deferred   climb()
      1  deferred   jump()
      2  immediate  look()

items
 index  offset     end  node    can  operation
     0  000168      14  #0      SFR  selector                           timeout.json:2:8
     1  000170       5  #1      SFR  timeout long 0                     timeout.json:3:1
     2  000178       -                 duration 3 s
     3  000180       5  #2      SFR  deferred climb                     timeout.json:3:39
     4  000188       -                 resource none
     5  000190       9  #3      SFR  timeout long 0                     timeout.json:4:1
     6  000198       -                 duration 10 ticks
     7  0001a0       9  #4      SFR  deferred jump                      timeout.json:4:38
     8  0001a8       -                 resource none
     9  0001b0      14  #5      SFR  timeout long 0                     timeout.json:5:1
    10  0001b8       -                 duration 0.5 s
    11  0001c0      14  #6      SFR  timeout long 1                     timeout.json:5:41
    12  0001c8       -                 duration 2 ticks
    13  0001d0      14  #7      SFR  action look                        timeout.json:5:77
