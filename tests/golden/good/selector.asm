shape "selector", version 4, 760 bytes

specification
  items        9 (tree 9, init 0)
  nodes        7
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      2
  draws        yes
  hosts        4
  visits       4

hosts
      0  immediate  take_bus()
      1  immediate  take_tram()
      2  deferred   hail_taxi()
      3  deferred   walk()

items
 index  offset     end  node    can  operation
     0  000168       9  #0      SFR  selector                           selector.json:2:8
     1  000170       2  #1      SFR  action take_bus                    selector.json:3:1
     2  000178       6  #2      SFR  selector random, long 0            selector.json:4:1
     3  000180       4  #3      SFR  action take_tram                   selector.json:4:49
     4  000188       6  #4      SFR  deferred hail_taxi                 selector.json:4:84
     5  000190       -                 resource none
     6  000198       9  #5      SFR  selector                           selector.json:5:1
     7  0001a0       9  #6      SFR  deferred walk                      selector.json:5:48
     8  0001a8       -                 resource none
