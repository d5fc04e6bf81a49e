shape "weighted_sums", version 4, 1480 bytes

specification
  items        39 (tree 39, init 0)
  nodes        22
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 17 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        yes
  hosts        5
  visits       4

hosts
      0  immediate  a()
      1  immediate  b()
      2  immediate  c()
      3  immediate  d()
      4  immediate  e()

items
 index  offset     end  node    can  operation
     0  000168      39  #0      SFR  sequence                           weighted_sums.json:2:8
     1  000170      10  #1      SFR  weighted children 4                weighted_sums.json:3:1
     2  000178       3                 weight, sum 0.1
     3  000180       4                 weight, sum 0.3
     4  000188       5                 weight, sum 0.6
     5  000190       6                 weight, sum 1.0
     6  000198       7  #2      SFR  action a                           weighted_sums.json:3:60
     7  0001a0       8  #3      SFR  action b                           weighted_sums.json:3:87
     8  0001a8       9  #4      SFR  action c                           weighted_sums.json:3:114
     9  0001b0      10  #5      SFR  action d                           weighted_sums.json:3:141
    10  0001b8      21  #6      SFR  weighted children 5                weighted_sums.json:4:1
    11  0001c0      12                 weight, sum 100000000.0
    12  0001c8      13                 weight, sum 100000000.0
    13  0001d0      14                 weight, sum 100000000.0
    14  0001d8      15                 weight, sum 100000010.0
    15  0001e0      16                 weight, sum 100000010.0
    16  0001e8      17  #7      SFR  action a                           weighted_sums.json:4:60
    17  0001f0      18  #8      SFR  action b                           weighted_sums.json:4:87
    18  0001f8      19  #9      SFR  action c                           weighted_sums.json:4:114
    19  000200      20  #10     SFR  action d                           weighted_sums.json:4:141
    20  000208      21  #11     SFR  action e                           weighted_sums.json:4:168
    21  000210      30  #12     SFR  weighted children 4                weighted_sums.json:5:1
    22  000218      23                 weight, sum 0.0  zero
    23  000220      24                 weight, sum 1e-30
    24  000228      25                 weight, sum 1e+30
    25  000230      26                 weight, sum 1e+30  zero
    26  000238      27  #13     SFR  action a                           weighted_sums.json:5:59
    27  000240      28  #14     SFR  action b                           weighted_sums.json:5:86
    28  000248      29  #15     SFR  action c                           weighted_sums.json:5:113
    29  000250      30  #16     SFR  action d                           weighted_sums.json:5:140
    30  000258      39  #17     SFR  weighted children 4                weighted_sums.json:6:1
    31  000260      32                 weight, sum 0.3333333
    32  000268      33                 weight, sum 1.0
    33  000270      34                 weight, sum 124.456
    34  000278      35                 weight, sum 124.45607
    35  000280      36  #18     SFR  action a                           weighted_sums.json:6:77
    36  000288      37  #19     SFR  action b                           weighted_sums.json:6:104
    37  000290      38  #20     SFR  action c                           weighted_sums.json:6:131
    38  000298      39  #21     SFR  action d                           weighted_sums.json:6:158
