shape "w0107-no-effect", version 4, 1056 bytes

specification
  items        26 (tree 26, init 0)
  nodes        16
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         6 of 6 items
  slots        0 bit, 2 word, 5 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        yes
  hosts        0
  visits       11

items
 index  offset     end  node    can  operation
     0  000168      26  #0      SF-  race                               w0107-no-effect.json:3:11
     1  000170       3  #1      --R  invert                             w0107-no-effect.json:4:5
     2  000178       3  #2      --R  running                            w0107-no-effect.json:4:34
     3  000180       6  #3      S-R  force_success                      w0107-no-effect.json:5:5
     4  000188       6  #4      S-R  wait long 0                        w0107-no-effect.json:5:41
     5  000190       -                 duration 3 ticks
     6  000198      10  #5      -FR  force_failure                      w0107-no-effect.json:6:5
     7  0001a0      10  #6      -FR  invert                             w0107-no-effect.json:6:41
     8  0001a8      10  #7      S-R  wait long 1                        w0107-no-effect.json:6:70
     9  0001b0       -                 duration 3 ticks
    10  0001b8      16  #8      SF-  timeout long 2                     w0107-no-effect.json:7:5
    11  0001c0       -                 duration 3 s
    12  0001c8      16  #9      SF-  condition                          w0107-no-effect.json:7:49
    13  0001d0      14                   tick
    14  0001d8      15                   const_int 3
    15  0001e0      16                   greater_int  last
    16  0001e8      19  #10     --R  repeat word 0                      w0107-no-effect.json:8:5
    17  0001f0       -                 rounds 3, at most 64 a tick
    18  0001f8      19  #11     --R  running                            w0107-no-effect.json:8:46
    19  000200      23  #12     S-R  retry word 1                       w0107-no-effect.json:9:5
    20  000208       -                 rounds 3, at most 64 a tick
    21  000210      23  #13     S-R  wait long 3                        w0107-no-effect.json:9:48
    22  000218       -                 duration 3 ticks
    23  000220      26  #14     S-R  chance 1.0                         w0107-no-effect.json:10:5
    24  000228      26  #15     S-R  wait long 4                        w0107-no-effect.json:10:42
    25  000230       -                 duration 3 ticks
