shape "chance", version 4, 872 bytes

specification
  items        12 (tree 12, init 0)
  nodes        11
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 5 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        yes
  hosts        4
  visits       5

hosts
      0  immediate  joke()
      1  immediate  dance()
      2  immediate  talk()
      3  immediate  win()

items
 index  offset     end  node    can  operation
     0  000168      12  #0      SFR  selector                           chance.json:2:8
     1  000170       3  #1      SFR  chance 0.25                        chance.json:3:1
     2  000178       3  #2      SFR  action joke                        chance.json:3:35
     3  000180       5  #3      -F-  chance 0.0                         chance.json:4:1
     4  000188       5  #4      SFR  action dance                       chance.json:4:32
     5  000190       7  #5      SFR  chance 1.0                         chance.json:5:1
     6  000198       7  #6      SFR  action talk                        chance.json:5:32
     7  0001a0      10  #7      SFR  chance 0.1                         chance.json:6:1
     8  0001a8      10  #8      S-R  wait long 0                        chance.json:6:34
     9  0001b0       -                 duration 5 ticks
    10  0001b8      12  #9      SFR  chance 1e-7                        chance.json:7:1
    11  0001c0      12  #10     SFR  action win                         chance.json:7:35
