shape "subtree_names", version 4, 656 bytes

specification
  items        4 (tree 4, init 0)
  nodes        4
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       3

hosts
      0  immediate  wave()

items
 index  offset     end  node    can  operation
     0  000168       4  #0      SFR  sequence                           subtree_names.json:5:8
     1  000170       2  #1      SFR  action wave  "given"               subtree_names.json:3:20
     2  000178       3  #2      SFR  action wave  "own name"            subtree_names.json:4:17
     3  000180       4  #3      SFR  action wave                        subtree_names.json:3:20
