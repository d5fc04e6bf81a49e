shape "undo_nested", version 4, 1176 bytes

specification
  items        25 (tree 25, init 0)
  nodes        17
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         6 of 6 items
  slots        4 bit, 0 word, 2 long
  persistent   3 status (2 named), 1 time
  undo         6
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       10

hosts
      0  immediate  ring()

persistents (index, first value, name)
      0  running  a
      1  running  b

items
 index  offset     end  node    can  operation
     0  000168      25  #0      SFR  concurrent                         undo_nested.json:2:8
     1  000170       3  #1      S--  signal a                           undo_nested.json:3:1
     2  000178       -                 to success
     3  000180      16  #2      SFR  race                               undo_nested.json:4:1
     4  000188       9  #3      S-R  sequence                           undo_nested.json:4:28
     5  000190       7  #4      S-R  wait long 0                        undo_nested.json:4:59
     6  000198       -                 duration 2 ticks
     7  0001a0       9  #5      S--  signal b                           undo_nested.json:4:85
     8  0001a8       -                 to failure
     9  0001b0      14  #6      S-R  sequence                           undo_nested.json:4:130
    10  0001b8      12  #7      S-R  wait long 1                        undo_nested.json:4:161
    11  0001c0       -                 duration 3 ticks
    12  0001c8      14  #8      S--  signal b                           undo_nested.json:4:187
    13  0001d0       -                 to success
    14  0001d8      16  #9      SFR  once status 2                      undo_nested.json:4:232
    15  0001e0      16  #10     SFR  action ring                        undo_nested.json:4:255
    16  0001e8      23  #11     SFR  parallel bit 0                     undo_nested.json:5:1
    17  0001f0       -                 success 2, failure 1
    18  0001f8      21  #12     SFR  cooldown time 0                    undo_nested.json:5:32
    19  000200       -                 duration 1 s
    20  000208      21  #13     SFR  action ring                        undo_nested.json:5:71
    21  000210      23  #14     S--  signal a                           undo_nested.json:5:102
    22  000218       -                 to running
    23  000220      24  #15     SFR  persistent a                       undo_nested.json:6:1
    24  000228      25  #16     SFR  persistent b                       undo_nested.json:6:33
