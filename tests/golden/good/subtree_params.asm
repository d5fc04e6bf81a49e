shape "subtree_params", version 2, 2088 bytes

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
     0  000138      75  #0      SFR  selector                           subtree_params.json:9:8
     1  000140      38  #1      SFR  sequence                           subtree_params.json:4:8
     2  000148       6  #2      SF-  condition                          subtree_params.json:5:1
     3  000150       4                   load_float distance
     4  000158       5                   const_float 10.0
     5  000160       6                   greater_float  last
     6  000168      18  #3      SFR  timeout long 0                     subtree_params.json:6:1
     7  000170       -                 duration 5 s
     8  000178      18  #4      SFR  retry word 0                       subtree_params.json:6:52
     9  000180       -                 rounds 3, at most 4 a tick
    10  000188      18  #5      SFR  chance 0.5                         subtree_params.json:6:118
    11  000190      18  #6      SFR  action step                        subtree_params.json:6:154
    12  000198      14                 argument run
    13  0001a0      14                   const_bool false  last
    14  0001a8      16                 argument speed
    15  0001b0      16                   const_int 6  last
    16  0001b8      18                 argument range
    17  0001c0      18                   const_float 10.0  last
    18  0001c8      29  #7      SFR  weighted children 3                subtree_params.json:7:1
    19  0001d0      20                 weight, sum 10.0
    20  0001d8      21                 weight, sum 12.5
    21  0001e0      22                 weight, sum 13.5
    22  0001e8      24  #8      S-R  wait long 0                        subtree_params.json:7:65
    23  0001f0       -                 duration 9 ticks
    24  0001f8      25  #9      S--  success                            subtree_params.json:7:105
    25  000200      29  #10     SF-  condition                          subtree_params.json:7:124
    26  000208      27                   load_float distance
    27  000210      28                   const_float 20.0
    28  000218      29                   greater_float  last
    29  000220      38  #11     SFR  parallel bit 0                     subtree_params.json:8:1
    30  000228       -                 success 2, failure 3
    31  000230      32  #12     SFR  action look                        subtree_params.json:8:72
    32  000238      35  #13     SFR  delay long 0                       subtree_params.json:8:102
    33  000240       -                 duration 1 tick
    34  000248      35  #14     SFR  action look                        subtree_params.json:8:136
    35  000250      38  #15     SFR  delay long 1                       subtree_params.json:8:167
    36  000258       -                 duration 2 s
    37  000260      38  #16     SFR  action look                        subtree_params.json:8:213
    38  000268      75  #17     SFR  sequence                           subtree_params.json:4:8
    39  000270      43  #18     SF-  condition                          subtree_params.json:5:1
    40  000278      41                   load_float distance
    41  000280      42                   const_float 15.5
    42  000288      43                   greater_float  last
    43  000290      55  #19     SFR  timeout long 0                     subtree_params.json:6:1
    44  000298       -                 duration 5 s
    45  0002a0      55  #20     SFR  retry word 0                       subtree_params.json:6:52
    46  0002a8       -                 rounds 2, at most 3 a tick
    47  0002b0      55  #21     SFR  chance 0.25                        subtree_params.json:6:118
    48  0002b8      55  #22     SFR  action step                        subtree_params.json:6:154
    49  0002c0      51                 argument run
    50  0002c8      51                   const_bool true  last
    51  0002d0      53                 argument speed
    52  0002d8      53                   const_int 6  last
    53  0002e0      55                 argument range
    54  0002e8      55                   const_float 15.5  last
    55  0002f0      66  #23     SFR  weighted children 3                subtree_params.json:7:1
    56  0002f8      57                 weight, sum 15.5
    57  000300      58                 weight, sum 18.0
    58  000308      59                 weight, sum 19.0
    59  000310      61  #24     S-R  wait long 0                        subtree_params.json:7:65
    60  000318       -                 duration 4 ticks
    61  000320      62  #25     S--  success                            subtree_params.json:7:105
    62  000328      66  #26     SF-  condition                          subtree_params.json:7:124
    63  000330      64                   load_float distance
    64  000338      65                   const_float 31.0
    65  000340      66                   greater_float  last
    66  000348      75  #27     SFR  parallel bit 0                     subtree_params.json:8:1
    67  000350       -                 success 1, failure 2
    68  000358      69  #28     SFR  action look                        subtree_params.json:8:72
    69  000360      72  #29     SFR  delay long 0                       subtree_params.json:8:102
    70  000368       -                 duration 1 tick
    71  000370      72  #30     SFR  action look                        subtree_params.json:8:136
    72  000378      75  #31     SFR  delay long 1                       subtree_params.json:8:167
    73  000380       -                 duration 3.875 s
    74  000388      75  #32     SFR  action look                        subtree_params.json:8:213
    75  000390      77                 init distance
    76  000398      77                   const_float 50.0  last
