shape "parallel_end", version 4, 680 bytes

specification
  items        8 (tree 8, init 0)
  nodes        6
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         2 of 2 items
  slots        10 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       4

hosts
      0  immediate  fuel()
      1  immediate  lights()

items
 index  offset     end  node    can  operation
     0  000168       8  #0      SFR  parallel bit 0                     parallel_end.json:2:8
     1  000170       -                 success 1, failure 2, at the end
     2  000178       3  #1      SFR  action fuel                        parallel_end.json:3:1
     3  000180       4  #2      SFR  action lights                      parallel_end.json:3:31
     4  000188       8  #3      -F-  parallel bit 6  "fails first"      parallel_end.json:4:1
     5  000190       -                 success 1, failure 1, at the end
     6  000198       7  #4      S--  success                            parallel_end.json:4:97
     7  0001a0       8  #5      -F-  failure                            parallel_end.json:4:116
