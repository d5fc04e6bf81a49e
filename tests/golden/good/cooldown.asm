shape "cooldown", version 4, 856 bytes

specification
  items        13 (tree 13, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 4 time
  undo         0
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        3
  visits       3

hosts
      0  immediate  shout()
      1  immediate  dodge()
      2  deferred   heal()

items
 index  offset     end  node    can  operation
     0  000168      13  #0      SFR  selector                           cooldown.json:2:8
     1  000170       4  #1      SFR  cooldown time 0                    cooldown.json:3:1
     2  000178       -                 duration 5 s
     3  000180       4  #2      SFR  action shout                       cooldown.json:3:40
     4  000188       7  #3      SFR  cooldown time 1                    cooldown.json:4:1
     5  000190       -                 duration 30 ticks
     6  000198       7  #4      SFR  action dodge                       cooldown.json:4:39
     7  0001a0      13  #5      SFR  cooldown time 2                    cooldown.json:5:1
     8  0001a8       -                 duration 1 s
     9  0001b0      13  #6      SFR  cooldown time 3                    cooldown.json:5:40
    10  0001b8       -                 duration 2 s
    11  0001c0      13  #7      SFR  deferred heal                      cooldown.json:5:79
    12  0001c8       -                 resource none
