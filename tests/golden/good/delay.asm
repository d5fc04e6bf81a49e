shape "delay", version 4, 696 bytes

specification
  items        11 (tree 11, init 0)
  nodes        7
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       3

hosts
      0  immediate  answer()

items
 index  offset     end  node    can  operation
     0  000168      11  #0      SFR  sequence                           delay.json:2:8
     1  000170       4  #1      SFR  delay long 0                       delay.json:3:1
     2  000178       -                 duration 0.25 s
     3  000180       4  #2      SFR  action answer                      delay.json:3:40
     4  000188       8  #3      S-R  delay long 0                       delay.json:4:1
     5  000190       -                 duration 4 ticks
     6  000198       8  #4      S-R  wait long 1                        delay.json:4:35
     7  0001a0       -                 duration 2 ticks
     8  0001a8      11  #5      S--  delay long 0                       delay.json:5:1
     9  0001b0       -                 duration 0 s
    10  0001b8      11  #6      S--  success                            delay.json:5:37
