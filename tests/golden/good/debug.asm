shape "debug", version 4, 656 bytes

specification
  items        7 (tree 7, init 0)
  nodes        6
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 2 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       2

hosts
      0  immediate  greet()

items
 index  offset     end  node    can  operation
     0  000168       7  #0      SFR  debug "the whole tree"             debug.json:2:8
     1  000170       7  #1      SFR  sequence                           debug.json:2:59
     2  000178       4  #2      SFR  debug "say \"hello\""  "loud"      debug.json:3:1
     3  000180       4  #3      SFR  action greet                       debug.json:3:65
     4  000188       7  #4      S-R  debug ""                           debug.json:4:1
     5  000190       7  #5      S-R  wait long 0                        debug.json:4:38
     6  000198       -                 duration 1 tick
