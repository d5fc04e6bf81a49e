shape "subtree_params", version 4, 2144 bytes

specification
  items        77 (tree 75, init 2)
  nodes        33
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         3 of 14 items
  slots        6 bit, 1 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       5
  stacks       2 number, 1 bool
  shuffle      0
  draws        yes
  hosts        2
  visits       15

keys (column, type, name)
      0  float  distance

hosts
      0  immediate  step(run: bool, speed: int, range: float)
      1  immediate  look()

items
 index  offset     end  node    can  operation
     0  000168      75  #0      SFR  selector                           subtree_params.json:9:8
     1  000170      38  #1      SFR  sequence                           subtree_params.json:4:8
     2  000178       6  #2      SF-  condition                          subtree_params.json:5:1
     3  000180       4                   load_float distance
     4  000188       5                   const_float 10.0
     5  000190       6                   greater_float  last
     6  000198      18  #3      SFR  timeout long 0                     subtree_params.json:6:1
     7  0001a0       -                 duration 5 s
     8  0001a8      18  #4      SFR  retry word 0                       subtree_params.json:6:52
     9  0001b0       -                 rounds 3, at most 4 a tick
    10  0001b8      18  #5      SFR  chance 0.5                         subtree_params.json:6:118
    11  0001c0      18  #6      SFR  action step                        subtree_params.json:6:154
    12  0001c8      14                 argument run
    13  0001d0      14                   const_bool false  last
    14  0001d8      16                 argument speed
    15  0001e0      16                   const_int 6  last
    16  0001e8      18                 argument range
    17  0001f0      18                   const_float 10.0  last
    18  0001f8      29  #7      SFR  weighted children 3                subtree_params.json:7:1
    19  000200      20                 weight, sum 10.0
    20  000208      21                 weight, sum 12.5
    21  000210      22                 weight, sum 13.5
    22  000218      24  #8      S-R  wait long 0                        subtree_params.json:7:65
    23  000220       -                 duration 9 ticks
    24  000228      25  #9      S--  success                            subtree_params.json:7:105
    25  000230      29  #10     SF-  condition                          subtree_params.json:7:124
    26  000238      27                   load_float distance
    27  000240      28                   const_float 20.0
    28  000248      29                   greater_float  last
    29  000250      38  #11     SFR  parallel bit 0                     subtree_params.json:8:1
    30  000258       -                 success 2, failure 3
    31  000260      32  #12     SFR  action look                        subtree_params.json:8:72
    32  000268      35  #13     SFR  delay long 0                       subtree_params.json:8:102
    33  000270       -                 duration 1 tick
    34  000278      35  #14     SFR  action look                        subtree_params.json:8:136
    35  000280      38  #15     SFR  delay long 1                       subtree_params.json:8:167
    36  000288       -                 duration 2 s
    37  000290      38  #16     SFR  action look                        subtree_params.json:8:213
    38  000298      75  #17     SFR  sequence                           subtree_params.json:4:8
    39  0002a0      43  #18     SF-  condition                          subtree_params.json:5:1
    40  0002a8      41                   load_float distance
    41  0002b0      42                   const_float 15.5
    42  0002b8      43                   greater_float  last
    43  0002c0      55  #19     SFR  timeout long 0                     subtree_params.json:6:1
    44  0002c8       -                 duration 5 s
    45  0002d0      55  #20     SFR  retry word 0                       subtree_params.json:6:52
    46  0002d8       -                 rounds 2, at most 3 a tick
    47  0002e0      55  #21     SFR  chance 0.25                        subtree_params.json:6:118
    48  0002e8      55  #22     SFR  action step                        subtree_params.json:6:154
    49  0002f0      51                 argument run
    50  0002f8      51                   const_bool true  last
    51  000300      53                 argument speed
    52  000308      53                   const_int 6  last
    53  000310      55                 argument range
    54  000318      55                   const_float 15.5  last
    55  000320      66  #23     SFR  weighted children 3                subtree_params.json:7:1
    56  000328      57                 weight, sum 15.5
    57  000330      58                 weight, sum 18.0
    58  000338      59                 weight, sum 19.0
    59  000340      61  #24     S-R  wait long 0                        subtree_params.json:7:65
    60  000348       -                 duration 4 ticks
    61  000350      62  #25     S--  success                            subtree_params.json:7:105
    62  000358      66  #26     SF-  condition                          subtree_params.json:7:124
    63  000360      64                   load_float distance
    64  000368      65                   const_float 31.0
    65  000370      66                   greater_float  last
    66  000378      75  #27     SFR  parallel bit 0                     subtree_params.json:8:1
    67  000380       -                 success 1, failure 2
    68  000388      69  #28     SFR  action look                        subtree_params.json:8:72
    69  000390      72  #29     SFR  delay long 0                       subtree_params.json:8:102
    70  000398       -                 duration 1 tick
    71  0003a0      72  #30     SFR  action look                        subtree_params.json:8:136
    72  0003a8      75  #31     SFR  delay long 1                       subtree_params.json:8:167
    73  0003b0       -                 duration 3.875 s
    74  0003b8      75  #32     SFR  action look                        subtree_params.json:8:213
    75  0003c0      77                 init distance
    76  0003c8      77                   const_float 50.0  last
