shape "w0114-action-undeclared", version 4, 832 bytes

specification
  items        10 (tree 10, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 5 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 1 bool
  shuffle      0
  draws        no
  hosts        5
  visits       6

hosts
      0  predicate  is_hurts()
      1  immediate  fleee()
      2  immediate  flee()
      3  deferred   strick()
      4  immediate  hide()

items
 index  offset     end  node    can  operation
     0  000168      10  #0      SFR  selector                           w0114-action-undeclared.json:4:11
     1  000170       6  #1      SFR  sequence                           w0114-action-undeclared.json:5:5
     2  000178       4  #2      SF-  condition                          w0114-action-undeclared.json:6:7
     3  000180       4                   call is_hurts  last
     4  000188       5  #3      SFR  action fleee                       w0114-action-undeclared.json:7:7
     5  000190       6  #4      SFR  action flee                        w0114-action-undeclared.json:8:7
     6  000198       8  #5      SFR  deferred strick                    w0114-action-undeclared.json:9:5
     7  0001a0       -                 resource none
     8  0001a8       9  #6      SFR  action hide                        w0114-action-undeclared.json:10:5
     9  0001b0      10  #7      SFR  action fleee                       w0114-action-undeclared.json:11:5
