shape "w0101-loop-unbounded", version 3, 1496 bytes

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
     0  000158      55  #0      SF-  race                               w0101-loop-unbounded.json:4:11
     1  000160       7  #1      --R  repeat word 0                      w0101-loop-unbounded.json:5:5
     2  000168       -                 rounds 0, at most 64 a tick
     3  000170       7  #2      SF-  condition                          w0101-loop-unbounded.json:5:34
     4  000178       5                   load_int ammo
     5  000180       6                   const_int 0
     6  000188       7                   greater_int  last
     7  000190      15  #3      SFR  while bit 0                        w0101-loop-unbounded.json:6:5
     8  000198       -                 rounds 0, at most 64 a tick
     9  0001a0      15  #4      SFR  sequence                           w0101-loop-unbounded.json:6:33
    10  0001a8      14  #5      SF-  condition                          w0101-loop-unbounded.json:6:69
    11  0001b0      12                   load_int ammo
    12  0001b8      13                   const_int 0
    13  0001c0      14                   greater_int  last
    14  0001c8      15  #6      SFR  action fire                        w0101-loop-unbounded.json:6:81
    15  0001d0      23  #7      SFR  while bit 1                        w0101-loop-unbounded.json:7:5
    16  0001d8       -                 rounds 0, at most 64 a tick
    17  0001e0      23  #8      SFR  selector                           w0101-loop-unbounded.json:7:33
    18  0001e8      22  #9      SF-  condition                          w0101-loop-unbounded.json:7:69
    19  0001f0      20                   load_int ammo
    20  0001f8      21                   const_int 0
    21  000200      22                   greater_int  last
    22  000208      23  #10     SFR  action fire                        w0101-loop-unbounded.json:7:81
    23  000210      29  #11     S--  retry word 1                       w0101-loop-unbounded.json:8:5
    24  000218       -                 rounds 0, at most 64 a tick
    25  000220      29  #12     S--  set ammo                           w0101-loop-unbounded.json:8:33
    26  000228      27                   load_int ammo
    27  000230      28                   const_int 1
    28  000238      29                   add_int  last
    29  000240      35  #13     S-R  retry word 2                       w0101-loop-unbounded.json:9:5
    30  000248       -                 rounds 0, at most 64 a tick
    31  000250      35  #14     SF-  condition                          w0101-loop-unbounded.json:9:33
    32  000258      33                   load_int ammo
    33  000260      34                   const_int 0
    34  000268      35                   greater_int  last
    35  000270      41  #15     SF-  retry word 3                       w0101-loop-unbounded.json:10:5
    36  000278       -                 rounds 5, at most 64 a tick
    37  000280      41  #16     SF-  condition                          w0101-loop-unbounded.json:10:48
    38  000288      39                   load_int ammo
    39  000290      40                   const_int 0
    40  000298      41                   greater_int  last
    41  0002a0      47  #17     --R  repeat word 4                      w0101-loop-unbounded.json:11:5
    42  0002a8       -                 rounds 0, at most 1 a tick
    43  0002b0      47  #18     SF-  condition                          w0101-loop-unbounded.json:11:49
    44  0002b8      45                   load_int ammo
    45  0002c0      46                   const_int 0
    46  0002c8      47                   greater_int  last
    47  0002d0      55  #19     --R  repeat word 5                      w0101-loop-unbounded.json:12:5
    48  0002d8       -                 rounds 0, at most 64 a tick
    49  0002e0      55  #20     SFR  delay long 0                       w0101-loop-unbounded.json:12:34
    50  0002e8       -                 duration 1 tick
    51  0002f0      55  #21     SF-  condition                          w0101-loop-unbounded.json:12:74
    52  0002f8      53                   load_int ammo
    53  000300      54                   const_int 0
    54  000308      55                   greater_int  last
