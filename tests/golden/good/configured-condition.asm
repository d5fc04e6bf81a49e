shape "configured-condition", version 4, 632 bytes

specification
  items        4 (tree 4, init 0)
  nodes        3
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       2

hosts
      0  immediate  bow()

items
 index  offset     end  node    can  operation
     0  000168       4  #0      SFR  sequence                           configured-condition.json:7:15
     1  000170       3  #1      SF-  condition                          configured-condition.json:10:11
     2  000178       3                   const_bool false  last
     3  000180       4  #2      SFR  action bow                         configured-condition.json:11:11
