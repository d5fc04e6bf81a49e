shape "w0101-loop-unbounded", version 2, 1464 bytes

specification
  items        55 (tree 55, init 0)
  nodes        22
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         6 of 9 items
  slots        2 bit, 6 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       523

keys (column, type, name)
      0  int    ammo

hosts
      0  immediate  fire()

items
 index  offset     end  node    can  operation
     0  000138      55  #0      SF-  race                               w0101-loop-unbounded.json:4:11
     1  000140       7  #1      --R  repeat word 0                      w0101-loop-unbounded.json:5:5
     2  000148       -                 rounds 0, at most 64 a tick
     3  000150       7  #2      SF-  condition                          w0101-loop-unbounded.json:5:34
     4  000158       5                   load_int ammo
     5  000160       6                   const_int 0
     6  000168       7                   greater_int  last
     7  000170      15  #3      SFR  while bit 0                        w0101-loop-unbounded.json:6:5
     8  000178       -                 rounds 0, at most 64 a tick
     9  000180      15  #4      SFR  sequence                           w0101-loop-unbounded.json:6:33
    10  000188      14  #5      SF-  condition                          w0101-loop-unbounded.json:6:69
    11  000190      12                   load_int ammo
    12  000198      13                   const_int 0
    13  0001a0      14                   greater_int  last
    14  0001a8      15  #6      SFR  action fire                        w0101-loop-unbounded.json:6:81
    15  0001b0      23  #7      SFR  while bit 1                        w0101-loop-unbounded.json:7:5
    16  0001b8       -                 rounds 0, at most 64 a tick
    17  0001c0      23  #8      SFR  selector                           w0101-loop-unbounded.json:7:33
    18  0001c8      22  #9      SF-  condition                          w0101-loop-unbounded.json:7:69
    19  0001d0      20                   load_int ammo
    20  0001d8      21                   const_int 0
    21  0001e0      22                   greater_int  last
    22  0001e8      23  #10     SFR  action fire                        w0101-loop-unbounded.json:7:81
    23  0001f0      29  #11     S--  retry word 1                       w0101-loop-unbounded.json:8:5
    24  0001f8       -                 rounds 0, at most 64 a tick
    25  000200      29  #12     S--  set ammo                           w0101-loop-unbounded.json:8:33
    26  000208      27                   load_int ammo
    27  000210      28                   const_int 1
    28  000218      29                   add_int  last
    29  000220      35  #13     S-R  retry word 2                       w0101-loop-unbounded.json:9:5
    30  000228       -                 rounds 0, at most 64 a tick
    31  000230      35  #14     SF-  condition                          w0101-loop-unbounded.json:9:33
    32  000238      33                   load_int ammo
    33  000240      34                   const_int 0
    34  000248      35                   greater_int  last
    35  000250      41  #15     SF-  retry word 3                       w0101-loop-unbounded.json:10:5
    36  000258       -                 rounds 5, at most 64 a tick
    37  000260      41  #16     SF-  condition                          w0101-loop-unbounded.json:10:48
    38  000268      39                   load_int ammo
    39  000270      40                   const_int 0
    40  000278      41                   greater_int  last
    41  000280      47  #17     --R  repeat word 4                      w0101-loop-unbounded.json:11:5
    42  000288       -                 rounds 0, at most 1 a tick
    43  000290      47  #18     SF-  condition                          w0101-loop-unbounded.json:11:49
    44  000298      45                   load_int ammo
    45  0002a0      46                   const_int 0
    46  0002a8      47                   greater_int  last
    47  0002b0      55  #19     --R  repeat word 5                      w0101-loop-unbounded.json:12:5
    48  0002b8       -                 rounds 0, at most 64 a tick
    49  0002c0      55  #20     SFR  delay long 0                       w0101-loop-unbounded.json:12:34
    50  0002c8       -                 duration 1 tick
    51  0002d0      55  #21     SF-  condition                          w0101-loop-unbounded.json:12:74
    52  0002d8      53                   load_int ammo
    53  0002e0      54                   const_int 0
    54  0002e8      55                   greater_int  last
