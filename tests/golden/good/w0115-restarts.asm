shape "w0115-restarts", version 4, 1224 bytes

specification
  items        31 (tree 31, init 0)
  nodes        19
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         4 of 10 items
  slots        0 bit, 0 word, 5 long
  persistent   1 status (0 named), 0 time
  undo         1
  guards       3
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       11

hosts
      0  immediate  walk()
      1  immediate  look()

items
 index  offset     end  node    can  operation
     0  000168      31  #0      -FR  concurrent                         w0115-restarts.json:3:11
     1  000170      14  #1      SFR  reactive_sequence                  w0115-restarts.json:4:5
     2  000178      10  #2      SF-  condition                          w0115-restarts.json:5:7
     3  000180       4                   agent
     4  000188       5                   const_int 0
     5  000190       6                   greater_equal_int
     6  000198       7                   tick
     7  0001a0       8                   const_int 3
     8  0001a8       9                   greater_int
     9  0001b0      10                   or  last
    10  0001b8      12  #3      S-R  wait long 0                        w0115-restarts.json:6:7
    11  0001c0       -                 duration 1 s
    12  0001c8      13  #4      S--  success                            w0115-restarts.json:7:7
    13  0001d0      14  #5      SFR  action walk                        w0115-restarts.json:8:7
    14  0001d8      19  #6      -FR  reactive_sequence                  w0115-restarts.json:9:5
    15  0001e0      18  #7      SFR  delay long 1                       w0115-restarts.json:10:7
    16  0001e8       -                 duration 2 ticks
    17  0001f0      18  #8      SFR  action look                        w0115-restarts.json:10:47
    18  0001f8      19  #9      --R  running                            w0115-restarts.json:11:7
    19  000200      26  #10     SFR  reactive_sequence                  w0115-restarts.json:12:5
    20  000208      23  #11     S-R  once status 0                      w0115-restarts.json:13:7
    21  000210      23  #12     S-R  wait long 2                        w0115-restarts.json:13:34
    22  000218       -                 duration 1 s
    23  000220      24  #13     SFR  action walk                        w0115-restarts.json:14:7
    24  000228      26  #14     S-R  wait long 3                        w0115-restarts.json:15:7
    25  000230       -                 duration 1 s
    26  000238      31  #15     SFR  priority                           w0115-restarts.json:16:5
    27  000240      30  #16     -FR  invert                             w0115-restarts.json:17:7
    28  000248      30  #17     S-R  wait long 4                        w0115-restarts.json:17:36
    29  000250       -                 duration 1 s
    30  000258      31  #18     SFR  action walk                        w0115-restarts.json:18:7
