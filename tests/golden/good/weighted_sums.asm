shape "weighted_sums", version 2, 1432 bytes

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
     0  000138      39  #0      SFR  sequence                           weighted_sums.json:2:8
     1  000140      10  #1      SFR  weighted children 4                weighted_sums.json:3:1
     2  000148       3                 weight, sum 0.1
     3  000150       4                 weight, sum 0.3
     4  000158       5                 weight, sum 0.6
     5  000160       6                 weight, sum 1.0
     6  000168       7  #2      SFR  action a                           weighted_sums.json:3:60
     7  000170       8  #3      SFR  action b                           weighted_sums.json:3:87
     8  000178       9  #4      SFR  action c                           weighted_sums.json:3:114
     9  000180      10  #5      SFR  action d                           weighted_sums.json:3:141
    10  000188      21  #6      SFR  weighted children 5                weighted_sums.json:4:1
    11  000190      12                 weight, sum 100000000.0
    12  000198      13                 weight, sum 100000000.0
    13  0001a0      14                 weight, sum 100000000.0
    14  0001a8      15                 weight, sum 100000010.0
    15  0001b0      16                 weight, sum 100000010.0
    16  0001b8      17  #7      SFR  action a                           weighted_sums.json:4:60
    17  0001c0      18  #8      SFR  action b                           weighted_sums.json:4:87
    18  0001c8      19  #9      SFR  action c                           weighted_sums.json:4:114
    19  0001d0      20  #10     SFR  action d                           weighted_sums.json:4:141
    20  0001d8      21  #11     SFR  action e                           weighted_sums.json:4:168
    21  0001e0      30  #12     SFR  weighted children 4                weighted_sums.json:5:1
    22  0001e8      23                 weight, sum 0.0  zero
    23  0001f0      24                 weight, sum 1e-30
    24  0001f8      25                 weight, sum 1e+30
    25  000200      26                 weight, sum 1e+30  zero
    26  000208      27  #13     SFR  action a                           weighted_sums.json:5:59
    27  000210      28  #14     SFR  action b                           weighted_sums.json:5:86
    28  000218      29  #15     SFR  action c                           weighted_sums.json:5:113
    29  000220      30  #16     SFR  action d                           weighted_sums.json:5:140
    30  000228      39  #17     SFR  weighted children 4                weighted_sums.json:6:1
    31  000230      32                 weight, sum 0.3333333
    32  000238      33                 weight, sum 1.0
    33  000240      34                 weight, sum 124.456
    34  000248      35                 weight, sum 124.45607
    35  000250      36  #18     SFR  action a                           weighted_sums.json:6:77
    36  000258      37  #19     SFR  action b                           weighted_sums.json:6:104
    37  000260      38  #20     SFR  action c                           weighted_sums.json:6:131
    38  000268      39  #21     SFR  action d                           weighted_sums.json:6:158
