shape "deep", version 1, 4792 bytes

specification
  items        124 (tree 124, init 0)
  nodes        121
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       111
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       4

hosts
      0  immediate  dig()

items
 index  offset     end  node    can  operation
     0  000138     124  #0      -FR  sequence                           deep.json:5:19
     1  000140     124  #1      -FR  sequence                           deep.json:5:50
     2  000148     124  #2      -FR  sequence                           deep.json:5:81
     3  000150     124  #3      -FR  sequence                           deep.json:5:112
     4  000158     124  #4      -FR  sequence                           deep.json:5:143
     5  000160     124  #5      -FR  sequence                           deep.json:5:174
     6  000168     124  #6      -FR  sequence                           deep.json:5:205
     7  000170     124  #7      -FR  sequence                           deep.json:5:236
     8  000178     124  #8      -FR  sequence                           deep.json:5:267
     9  000180     124  #9      -FR  sequence                           deep.json:5:298
    10  000188     124  #10     -FR  sequence                           deep.json:5:329
    11  000190     124  #11     -FR  sequence                           deep.json:5:360
    12  000198     124  #12     -FR  sequence                           deep.json:5:391
    13  0001a0     124  #13     -FR  sequence                           deep.json:5:422
    14  0001a8     124  #14     -FR  sequence                           deep.json:5:453
    15  0001b0     124  #15     -FR  sequence                           deep.json:5:484
    16  0001b8     124  #16     -FR  sequence                           deep.json:5:515
    17  0001c0     124  #17     -FR  sequence                           deep.json:5:546
    18  0001c8     124  #18     -FR  sequence                           deep.json:5:577
    19  0001d0     124  #19     -FR  sequence                           deep.json:5:608
    20  0001d8     124  #20     -FR  sequence                           deep.json:5:639
    21  0001e0     124  #21     -FR  sequence                           deep.json:5:670
    22  0001e8     124  #22     -FR  sequence                           deep.json:5:701
    23  0001f0     124  #23     -FR  sequence                           deep.json:5:732
    24  0001f8     124  #24     -FR  sequence                           deep.json:5:763
    25  000200     124  #25     -FR  sequence                           deep.json:5:794
    26  000208     124  #26     -FR  sequence                           deep.json:5:825
    27  000210     124  #27     -FR  sequence                           deep.json:5:856
    28  000218     124  #28     -FR  sequence                           deep.json:5:887
    29  000220     124  #29     -FR  sequence                           deep.json:5:918
    30  000228     124  #30     -FR  sequence                           deep.json:5:949
    31  000230     124  #31     -FR  sequence                           deep.json:5:980
    32  000238     124  #32     -FR  sequence                           deep.json:5:1011
    33  000240     124  #33     -FR  sequence                           deep.json:5:1042
    34  000248     124  #34     -FR  sequence                           deep.json:5:1073
    35  000250     124  #35     -FR  sequence                           deep.json:5:1104
    36  000258     119  #36     -FR  sequence                           deep.json:6:19
    37  000260     119  #37     -FR  sequence                           deep.json:6:50
    38  000268     119  #38     -FR  sequence                           deep.json:6:81
    39  000270     119  #39     -FR  sequence                           deep.json:6:112
    40  000278     119  #40     -FR  sequence                           deep.json:6:143
    41  000280     119  #41     -FR  sequence                           deep.json:6:174
    42  000288     119  #42     -FR  sequence                           deep.json:6:205
    43  000290     119  #43     -FR  sequence                           deep.json:6:236
    44  000298     119  #44     -FR  sequence                           deep.json:6:267
    45  0002a0     119  #45     -FR  sequence                           deep.json:6:298
    46  0002a8     119  #46     -FR  sequence                           deep.json:6:329
    47  0002b0     119  #47     -FR  sequence                           deep.json:6:360
    48  0002b8     119  #48     -FR  sequence                           deep.json:6:391
    49  0002c0     119  #49     -FR  sequence                           deep.json:6:422
    50  0002c8     119  #50     -FR  sequence                           deep.json:6:453
    51  0002d0     119  #51     -FR  sequence                           deep.json:6:484
    52  0002d8     119  #52     -FR  sequence                           deep.json:6:515
    53  0002e0     119  #53     -FR  sequence                           deep.json:6:546
    54  0002e8     119  #54     -FR  sequence                           deep.json:6:577
    55  0002f0     119  #55     -FR  sequence                           deep.json:6:608
    56  0002f8     119  #56     -FR  sequence                           deep.json:6:639
    57  000300     119  #57     -FR  sequence                           deep.json:6:670
    58  000308     119  #58     -FR  sequence                           deep.json:6:701
    59  000310     119  #59     -FR  sequence                           deep.json:6:732
    60  000318     119  #60     -FR  sequence                           deep.json:6:763
    61  000320     119  #61     -FR  sequence                           deep.json:6:794
    62  000328     119  #62     -FR  sequence                           deep.json:6:825
    63  000330     119  #63     -FR  sequence                           deep.json:6:856
    64  000338     119  #64     -FR  sequence                           deep.json:6:887
    65  000340     119  #65     -FR  sequence                           deep.json:6:918
    66  000348     119  #66     -FR  sequence                           deep.json:6:949
    67  000350     119  #67     -FR  sequence                           deep.json:6:980
    68  000358     119  #68     -FR  sequence                           deep.json:6:1011
    69  000360     119  #69     -FR  sequence                           deep.json:6:1042
    70  000368     119  #70     -FR  sequence                           deep.json:6:1073
    71  000370     119  #71     -FR  sequence                           deep.json:6:1104
    72  000378     114  #72     -FR  sequence                           deep.json:7:19
    73  000380     114  #73     -FR  sequence                           deep.json:7:50
    74  000388     114  #74     -FR  sequence                           deep.json:7:81
    75  000390     114  #75     -FR  sequence                           deep.json:7:112
    76  000398     114  #76     -FR  sequence                           deep.json:7:143
    77  0003a0     114  #77     -FR  sequence                           deep.json:7:174
    78  0003a8     114  #78     -FR  sequence                           deep.json:7:205
    79  0003b0     114  #79     -FR  sequence                           deep.json:7:236
    80  0003b8     114  #80     -FR  sequence                           deep.json:7:267
    81  0003c0     114  #81     -FR  sequence                           deep.json:7:298
    82  0003c8     114  #82     -FR  sequence                           deep.json:7:329
    83  0003d0     114  #83     -FR  sequence                           deep.json:7:360
    84  0003d8     114  #84     -FR  sequence                           deep.json:7:391
    85  0003e0     114  #85     -FR  sequence                           deep.json:7:422
    86  0003e8     114  #86     -FR  sequence                           deep.json:7:453
    87  0003f0     114  #87     -FR  sequence                           deep.json:7:484
    88  0003f8     114  #88     -FR  sequence                           deep.json:7:515
    89  000400     114  #89     -FR  sequence                           deep.json:7:546
    90  000408     114  #90     -FR  sequence                           deep.json:7:577
    91  000410     114  #91     -FR  sequence                           deep.json:7:608
    92  000418     114  #92     -FR  sequence                           deep.json:7:639
    93  000420     114  #93     -FR  sequence                           deep.json:7:670
    94  000428     114  #94     -FR  sequence                           deep.json:7:701
    95  000430     114  #95     -FR  sequence                           deep.json:7:732
    96  000438     114  #96     -FR  sequence                           deep.json:7:763
    97  000440     114  #97     -FR  sequence                           deep.json:7:794
    98  000448     114  #98     -FR  sequence                           deep.json:7:825
    99  000450     114  #99     -FR  sequence                           deep.json:7:856
   100  000458     114  #100    -FR  sequence                           deep.json:7:887
   101  000460     114  #101    -FR  sequence                           deep.json:7:918
   102  000468     114  #102    -FR  sequence                           deep.json:7:949
   103  000470     114  #103    -FR  sequence                           deep.json:7:980
   104  000478     114  #104    -FR  sequence                           deep.json:7:1011
   105  000480     114  #105    -FR  sequence                           deep.json:7:1042
   106  000488     114  #106    -FR  sequence                           deep.json:7:1073
   107  000490     114  #107    -FR  sequence                           deep.json:7:1104
   108  000498     109  #108    SFR  action dig                         deep.json:4:16
   109  0004a0     114  #109    -FR  invert                             deep.json:3:16
   110  0004a8     114  #110    S-R  invert                             deep.json:3:41
   111  0004b0     114  #111    -FR  invert                             deep.json:3:66
   112  0004b8     114  #112    S-R  wait long 0                        deep.json:3:91
   113  0004c0       -                 duration 1 tick
   114  0004c8     119  #113    -FR  invert                             deep.json:3:16
   115  0004d0     119  #114    S-R  invert                             deep.json:3:41
   116  0004d8     119  #115    -FR  invert                             deep.json:3:66
   117  0004e0     119  #116    S-R  wait long 0                        deep.json:3:91
   118  0004e8       -                 duration 1 tick
   119  0004f0     124  #117    -FR  invert                             deep.json:3:16
   120  0004f8     124  #118    S-R  invert                             deep.json:3:41
   121  000500     124  #119    -FR  invert                             deep.json:3:66
   122  000508     124  #120    S-R  wait long 0                        deep.json:3:91
   123  000510       -                 duration 1 tick
