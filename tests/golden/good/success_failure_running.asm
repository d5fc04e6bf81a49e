shape "success_failure_running", version 4, 624 bytes

specification
  items        5 (tree 5, init 0)
  nodes        5
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       3

items
 index  offset     end  node    can  operation
     0  000168       5  #0      --R  concurrent                         success_failure_running.json:2:8
     1  000170       2  #1      S--  success                            success_failure_running.json:3:1
     2  000178       4  #2      S--  invert                             success_failure_running.json:4:1
     3  000180       4  #3      -F-  failure                            success_failure_running.json:4:26
     4  000188       5  #4      --R  running                            success_failure_running.json:5:1
