shape "race", version 4, 720 bytes

specification
  items        11 (tree 11, init 0)
  nodes        7
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         4 of 4 items
  slots        0 bit, 0 word, 2 long
  persistent   1 status (0 named), 0 time
  undo         2
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       4

hosts
      0  deferred   reach_goal()
      1  deferred   call_help()

items
 index  offset     end  node    can  operation
     0  000168      11  #0      SFR  race                               race.json:2:8
     1  000170       3  #1      SFR  deferred reach_goal                race.json:3:1
     2  000178       -                 resource none
     3  000180       5  #2      S-R  wait long 0                        race.json:4:1
     4  000188       -                 duration 10 s
     5  000190      11  #3      SFR  race                               race.json:5:1
     6  000198       8  #4      S-R  wait long 1                        race.json:5:28
     7  0001a0       -                 duration 100 ticks
     8  0001a8      11  #5      SFR  once status 0                      race.json:5:56
     9  0001b0      11  #6      SFR  deferred call_help                 race.json:5:79
    10  0001b8       -                 resource none
