shape "subtree_params", version 3, 2120 bytes

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
     0  000158      75  #0      SFR  selector                           subtree_params.json:9:8
     1  000160      38  #1      SFR  sequence                           subtree_params.json:4:8
     2  000168       6  #2      SF-  condition                          subtree_params.json:5:1
     3  000170       4                   load_float distance
     4  000178       5                   const_float 10.0
     5  000180       6                   greater_float  last
     6  000188      18  #3      SFR  timeout long 0                     subtree_params.json:6:1
     7  000190       -                 duration 5 s
     8  000198      18  #4      SFR  retry word 0                       subtree_params.json:6:52
     9  0001a0       -                 rounds 3, at most 4 a tick
    10  0001a8      18  #5      SFR  chance 0.5                         subtree_params.json:6:118
    11  0001b0      18  #6      SFR  action step                        subtree_params.json:6:154
    12  0001b8      14                 argument run
    13  0001c0      14                   const_bool false  last
    14  0001c8      16                 argument speed
    15  0001d0      16                   const_int 6  last
    16  0001d8      18                 argument range
    17  0001e0      18                   const_float 10.0  last
    18  0001e8      29  #7      SFR  weighted children 3                subtree_params.json:7:1
    19  0001f0      20                 weight, sum 10.0
    20  0001f8      21                 weight, sum 12.5
    21  000200      22                 weight, sum 13.5
    22  000208      24  #8      S-R  wait long 0                        subtree_params.json:7:65
    23  000210       -                 duration 9 ticks
    24  000218      25  #9      S--  success                            subtree_params.json:7:105
    25  000220      29  #10     SF-  condition                          subtree_params.json:7:124
    26  000228      27                   load_float distance
    27  000230      28                   const_float 20.0
    28  000238      29                   greater_float  last
    29  000240      38  #11     SFR  parallel bit 0                     subtree_params.json:8:1
    30  000248       -                 success 2, failure 3
    31  000250      32  #12     SFR  action look                        subtree_params.json:8:72
    32  000258      35  #13     SFR  delay long 0                       subtree_params.json:8:102
    33  000260       -                 duration 1 tick
    34  000268      35  #14     SFR  action look                        subtree_params.json:8:136
    35  000270      38  #15     SFR  delay long 1                       subtree_params.json:8:167
    36  000278       -                 duration 2 s
    37  000280      38  #16     SFR  action look                        subtree_params.json:8:213
    38  000288      75  #17     SFR  sequence                           subtree_params.json:4:8
    39  000290      43  #18     SF-  condition                          subtree_params.json:5:1
    40  000298      41                   load_float distance
    41  0002a0      42                   const_float 15.5
    42  0002a8      43                   greater_float  last
    43  0002b0      55  #19     SFR  timeout long 0                     subtree_params.json:6:1
    44  0002b8       -                 duration 5 s
    45  0002c0      55  #20     SFR  retry word 0                       subtree_params.json:6:52
    46  0002c8       -                 rounds 2, at most 3 a tick
    47  0002d0      55  #21     SFR  chance 0.25                        subtree_params.json:6:118
    48  0002d8      55  #22     SFR  action step                        subtree_params.json:6:154
    49  0002e0      51                 argument run
    50  0002e8      51                   const_bool true  last
    51  0002f0      53                 argument speed
    52  0002f8      53                   const_int 6  last
    53  000300      55                 argument range
    54  000308      55                   const_float 15.5  last
    55  000310      66  #23     SFR  weighted children 3                subtree_params.json:7:1
    56  000318      57                 weight, sum 15.5
    57  000320      58                 weight, sum 18.0
    58  000328      59                 weight, sum 19.0
    59  000330      61  #24     S-R  wait long 0                        subtree_params.json:7:65
    60  000338       -                 duration 4 ticks
    61  000340      62  #25     S--  success                            subtree_params.json:7:105
    62  000348      66  #26     SF-  condition                          subtree_params.json:7:124
    63  000350      64                   load_float distance
    64  000358      65                   const_float 31.0
    65  000360      66                   greater_float  last
    66  000368      75  #27     SFR  parallel bit 0                     subtree_params.json:8:1
    67  000370       -                 success 1, failure 2
    68  000378      69  #28     SFR  action look                        subtree_params.json:8:72
    69  000380      72  #29     SFR  delay long 0                       subtree_params.json:8:102
    70  000388       -                 duration 1 tick
    71  000390      72  #30     SFR  action look                        subtree_params.json:8:136
    72  000398      75  #31     SFR  delay long 1                       subtree_params.json:8:167
    73  0003a0       -                 duration 3.875 s
    74  0003a8      75  #32     SFR  action look                        subtree_params.json:8:213
    75  0003b0      77                 init distance
    76  0003b8      77                   const_float 50.0  last
