shape "race_random", version 4, 744 bytes

specification
  items        11 (tree 11, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         5 of 5 items
  slots        0 bit, 0 word, 5 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      3
  draws        yes
  hosts        2
  visits       5

hosts
      0  immediate  walk()
      1  immediate  talk()

items
 index  offset     end  node    can  operation
     0  000168      11  #0      SFR  race random, long 0                race_random.json:2:8
     1  000170       2  #1      SFR  action walk                        race_random.json:3:1
     2  000178       6  #2      SFR  race                               race_random.json:4:1
     3  000180       4  #3      SFR  action talk                        race_random.json:4:44
     4  000188       6  #4      S-R  wait long 1                        race_random.json:4:74
     5  000190       -                 duration 2 s
     6  000198      11  #5      S-R  race random, long 2                race_random.json:5:1
     7  0001a0       9  #6      S-R  wait long 3                        race_random.json:5:45
     8  0001a8       -                 duration 3 ticks
     9  0001b0      11  #7      S-R  wait long 4                        race_random.json:5:71
    10  0001b8       -                 duration 4 ticks
