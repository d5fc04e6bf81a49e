shape "force", version 4, 648 bytes

specification
  items        5 (tree 5, init 0)
  nodes        5
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 2 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       2

hosts
      0  immediate  try_door()
      1  immediate  shout()

items
 index  offset     end  node    can  operation
     0  000168       5  #0      -FR  sequence                           force.json:2:8
     1  000170       3  #1      S-R  force_success                      force.json:3:1
     2  000178       3  #2      SFR  action try_door                    force.json:3:33
     3  000180       5  #3      -FR  force_failure                      force.json:4:1
     4  000188       5  #4      SFR  action shout                       force.json:4:33
