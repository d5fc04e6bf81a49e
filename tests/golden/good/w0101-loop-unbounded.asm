shape "w0101-loop-unbounded", version 4, 1520 bytes

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
     0  000168      55  #0      SF-  race                               w0101-loop-unbounded.json:4:11
     1  000170       7  #1      --R  repeat word 0                      w0101-loop-unbounded.json:5:5
     2  000178       -                 rounds 0, at most 64 a tick
     3  000180       7  #2      SF-  condition                          w0101-loop-unbounded.json:5:34
     4  000188       5                   load_int ammo
     5  000190       6                   const_int 0
     6  000198       7                   greater_int  last
     7  0001a0      15  #3      SFR  while bit 0                        w0101-loop-unbounded.json:6:5
     8  0001a8       -                 rounds 0, at most 64 a tick
     9  0001b0      15  #4      SFR  sequence                           w0101-loop-unbounded.json:6:33
    10  0001b8      14  #5      SF-  condition                          w0101-loop-unbounded.json:6:69
    11  0001c0      12                   load_int ammo
    12  0001c8      13                   const_int 0
    13  0001d0      14                   greater_int  last
    14  0001d8      15  #6      SFR  action fire                        w0101-loop-unbounded.json:6:81
    15  0001e0      23  #7      SFR  while bit 1                        w0101-loop-unbounded.json:7:5
    16  0001e8       -                 rounds 0, at most 64 a tick
    17  0001f0      23  #8      SFR  selector                           w0101-loop-unbounded.json:7:33
    18  0001f8      22  #9      SF-  condition                          w0101-loop-unbounded.json:7:69
    19  000200      20                   load_int ammo
    20  000208      21                   const_int 0
    21  000210      22                   greater_int  last
    22  000218      23  #10     SFR  action fire                        w0101-loop-unbounded.json:7:81
    23  000220      29  #11     S--  retry word 1                       w0101-loop-unbounded.json:8:5
    24  000228       -                 rounds 0, at most 64 a tick
    25  000230      29  #12     S--  set ammo                           w0101-loop-unbounded.json:8:33
    26  000238      27                   load_int ammo
    27  000240      28                   const_int 1
    28  000248      29                   add_int  last
    29  000250      35  #13     S-R  retry word 2                       w0101-loop-unbounded.json:9:5
    30  000258       -                 rounds 0, at most 64 a tick
    31  000260      35  #14     SF-  condition                          w0101-loop-unbounded.json:9:33
    32  000268      33                   load_int ammo
    33  000270      34                   const_int 0
    34  000278      35                   greater_int  last
    35  000280      41  #15     SF-  retry word 3                       w0101-loop-unbounded.json:10:5
    36  000288       -                 rounds 5, at most 64 a tick
    37  000290      41  #16     SF-  condition                          w0101-loop-unbounded.json:10:48
    38  000298      39                   load_int ammo
    39  0002a0      40                   const_int 0
    40  0002a8      41                   greater_int  last
    41  0002b0      47  #17     --R  repeat word 4                      w0101-loop-unbounded.json:11:5
    42  0002b8       -                 rounds 0, at most 1 a tick
    43  0002c0      47  #18     SF-  condition                          w0101-loop-unbounded.json:11:49
    44  0002c8      45                   load_int ammo
    45  0002d0      46                   const_int 0
    46  0002d8      47                   greater_int  last
    47  0002e0      55  #19     --R  repeat word 5                      w0101-loop-unbounded.json:12:5
    48  0002e8       -                 rounds 0, at most 64 a tick
    49  0002f0      55  #20     SFR  delay long 0                       w0101-loop-unbounded.json:12:34
    50  0002f8       -                 duration 1 tick
    51  000300      55  #21     SF-  condition                          w0101-loop-unbounded.json:12:74
    52  000308      53                   load_int ammo
    53  000310      54                   const_int 0
    54  000318      55                   greater_int  last
