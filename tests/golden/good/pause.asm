shape "pause", version 4, 1240 bytes

specification
  items        39 (tree 39, init 0)
  nodes        18
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         7 of 12 items
  slots        2 bit, 6 word, 8 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        2
  visits       9

hosts
      0  immediate  knock()
      1  deferred   look()

items
 index  offset     end  node    can  operation
     0  000168      39  #0      SFR  race                               pause.json:2:8
     1  000170       5  #1      --R  repeat word 0                      pause.json:3:1
     2  000178       -                 rounds 0, at most 64 a tick
     3  000180       -                 pause 1 tick, long 0
     4  000188       5  #2      SFR  action knock                       pause.json:3:36
     5  000190      10  #3      S-R  repeat word 1                      pause.json:4:1
     6  000198       -                 rounds 3, at most 2 a tick, until success
     7  0001a0       -                 pause 10 ticks, long 1
     8  0001a8      10  #4      S-R  wait long 2                        pause.json:4:78
     9  0001b0       -                 duration 1 s
    10  0001b8      14  #5      SFR  repeat word 2                      pause.json:5:1
    11  0001c0       -                 rounds 1, at most 64 a tick
    12  0001c8       -                 pause 5 ticks, long 3
    13  0001d0      14  #6      SFR  action knock                       pause.json:5:46
    14  0001d8      17  #7      SFR  repeat word 3                      pause.json:6:1
    15  0001e0       -                 rounds 2, at most 64 a tick
    16  0001e8      17  #8      SFR  action knock                       pause.json:6:46
    17  0001f0      21  #9      SFR  retry word 4                       pause.json:1:58
    18  0001f8       -                 rounds 2, at most 64 a tick
    19  000200       -                 pause 4 ticks, long 4
    20  000208      21  #10     SFR  action knock                       pause.json:1:114
    21  000210      31  #11     --R  while bit 0                        pause.json:8:1
    22  000218       -                 rounds 0, at most 64 a tick
    23  000220       -                 pause 2147483647 ticks, long 5
    24  000228      31  #12     S-R  retry word 5                       pause.json:8:44
    25  000230       -                 rounds 0, at most 64 a tick
    26  000238       -                 pause 2 ticks, long 6
    27  000240      31  #13     SF-  condition                          pause.json:8:78
    28  000248      29                   tick
    29  000250      30                   const_int 1
    30  000258      31                   greater_int  last
    31  000260      39  #14     SFR  sequence                           pause.json:9:1
    32  000268      37  #15     SFR  while bit 1                        pause.json:9:32
    33  000270       -                 rounds 0, at most 64 a tick
    34  000278       -                 pause 2 ticks, long 7
    35  000280      37  #16     SFR  deferred look                      pause.json:9:66
    36  000288       -                 resource none
    37  000290      39  #17     S-R  wait long 7                        pause.json:9:99
    38  000298       -                 duration 2 ticks
