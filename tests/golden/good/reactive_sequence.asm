shape "reactive_sequence", version 4, 832 bytes

specification
  items        16 (tree 14, init 2)
  nodes        7
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       5

keys (column, type, name)
      0  float  fuel

hosts
      0  predicate  road_is_free()
      1  deferred   drive()
      2  deferred   park()

items
 index  offset     end  node    can  operation
     0  000168      14  #0      SFR  reactive_sequence                  reactive_sequence.json:2:8
     1  000170       5  #1      SF-  condition                          reactive_sequence.json:3:1
     2  000178       3                   load_float fuel
     3  000180       4                   const_float 0.0
     4  000188       5                   greater_float  last
     5  000190       7  #2      SF-  condition                          reactive_sequence.json:4:1
     6  000198       7                   call road_is_free  last
     7  0001a0       9  #3      SFR  deferred drive                     reactive_sequence.json:5:1
     8  0001a8       -                 resource none
     9  0001b0      14  #4      SFR  reactive_sequence                  reactive_sequence.json:6:1
    10  0001b8      12  #5      S-R  wait long 0                        reactive_sequence.json:6:41
    11  0001c0       -                 duration 1 s
    12  0001c8      14  #6      SFR  deferred park                      reactive_sequence.json:6:69
    13  0001d0       -                 resource none
    14  0001d8      16                 init fuel
    15  0001e0      16                   const_float 1.0  last
