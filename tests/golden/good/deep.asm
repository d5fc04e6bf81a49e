shape "deep", version 2, 5344 bytes

specification
  items        137 (tree 137, init 0)
  nodes        137
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       136
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       1

hosts
      0  immediate  dig()

items
 index  offset     end  node    can  operation
     0  000138     137  #0      SFR  sequence                           deep.json:3:19
     1  000140     137  #1      SFR  sequence                           deep.json:3:50
     2  000148     137  #2      SFR  sequence                           deep.json:3:81
     3  000150     137  #3      SFR  sequence                           deep.json:3:112
     4  000158     137  #4      SFR  sequence                           deep.json:3:143
     5  000160     137  #5      SFR  sequence                           deep.json:3:174
     6  000168     137  #6      SFR  sequence                           deep.json:3:205
     7  000170     137  #7      SFR  sequence                           deep.json:3:236
     8  000178     137  #8      SFR  sequence                           deep.json:3:267
     9  000180     137  #9      SFR  sequence                           deep.json:3:298
    10  000188     137  #10     SFR  sequence                           deep.json:3:329
    11  000190     137  #11     SFR  sequence                           deep.json:3:360
    12  000198     137  #12     SFR  sequence                           deep.json:3:391
    13  0001a0     137  #13     SFR  sequence                           deep.json:3:422
    14  0001a8     137  #14     SFR  sequence                           deep.json:3:453
    15  0001b0     137  #15     SFR  sequence                           deep.json:3:484
    16  0001b8     137  #16     SFR  sequence                           deep.json:3:515
    17  0001c0     137  #17     SFR  sequence                           deep.json:3:546
    18  0001c8     137  #18     SFR  sequence                           deep.json:3:577
    19  0001d0     137  #19     SFR  sequence                           deep.json:3:608
    20  0001d8     137  #20     SFR  sequence                           deep.json:3:639
    21  0001e0     137  #21     SFR  sequence                           deep.json:3:670
    22  0001e8     137  #22     SFR  sequence                           deep.json:3:701
    23  0001f0     137  #23     SFR  sequence                           deep.json:3:732
    24  0001f8     137  #24     SFR  sequence                           deep.json:3:763
    25  000200     137  #25     SFR  sequence                           deep.json:3:794
    26  000208     137  #26     SFR  sequence                           deep.json:3:825
    27  000210     137  #27     SFR  sequence                           deep.json:3:856
    28  000218     137  #28     SFR  sequence                           deep.json:3:887
    29  000220     137  #29     SFR  sequence                           deep.json:3:918
    30  000228     137  #30     SFR  sequence                           deep.json:3:949
    31  000230     137  #31     SFR  sequence                           deep.json:3:980
    32  000238     137  #32     SFR  sequence                           deep.json:3:1011
    33  000240     137  #33     SFR  sequence                           deep.json:3:1042
    34  000248     137  #34     SFR  sequence                           deep.json:4:19
    35  000250     137  #35     SFR  sequence                           deep.json:4:50
    36  000258     137  #36     SFR  sequence                           deep.json:4:81
    37  000260     137  #37     SFR  sequence                           deep.json:4:112
    38  000268     137  #38     SFR  sequence                           deep.json:4:143
    39  000270     137  #39     SFR  sequence                           deep.json:4:174
    40  000278     137  #40     SFR  sequence                           deep.json:4:205
    41  000280     137  #41     SFR  sequence                           deep.json:4:236
    42  000288     137  #42     SFR  sequence                           deep.json:4:267
    43  000290     137  #43     SFR  sequence                           deep.json:4:298
    44  000298     137  #44     SFR  sequence                           deep.json:4:329
    45  0002a0     137  #45     SFR  sequence                           deep.json:4:360
    46  0002a8     137  #46     SFR  sequence                           deep.json:4:391
    47  0002b0     137  #47     SFR  sequence                           deep.json:4:422
    48  0002b8     137  #48     SFR  sequence                           deep.json:4:453
    49  0002c0     137  #49     SFR  sequence                           deep.json:4:484
    50  0002c8     137  #50     SFR  sequence                           deep.json:4:515
    51  0002d0     137  #51     SFR  sequence                           deep.json:4:546
    52  0002d8     137  #52     SFR  sequence                           deep.json:4:577
    53  0002e0     137  #53     SFR  sequence                           deep.json:4:608
    54  0002e8     137  #54     SFR  sequence                           deep.json:4:639
    55  0002f0     137  #55     SFR  sequence                           deep.json:4:670
    56  0002f8     137  #56     SFR  sequence                           deep.json:4:701
    57  000300     137  #57     SFR  sequence                           deep.json:4:732
    58  000308     137  #58     SFR  sequence                           deep.json:4:763
    59  000310     137  #59     SFR  sequence                           deep.json:4:794
    60  000318     137  #60     SFR  sequence                           deep.json:4:825
    61  000320     137  #61     SFR  sequence                           deep.json:4:856
    62  000328     137  #62     SFR  sequence                           deep.json:4:887
    63  000330     137  #63     SFR  sequence                           deep.json:4:918
    64  000338     137  #64     SFR  sequence                           deep.json:4:949
    65  000340     137  #65     SFR  sequence                           deep.json:4:980
    66  000348     137  #66     SFR  sequence                           deep.json:4:1011
    67  000350     137  #67     SFR  sequence                           deep.json:4:1042
    68  000358     137  #68     SFR  sequence                           deep.json:5:19
    69  000360     137  #69     SFR  sequence                           deep.json:5:50
    70  000368     137  #70     SFR  sequence                           deep.json:5:81
    71  000370     137  #71     SFR  sequence                           deep.json:5:112
    72  000378     137  #72     SFR  sequence                           deep.json:5:143
    73  000380     137  #73     SFR  sequence                           deep.json:5:174
    74  000388     137  #74     SFR  sequence                           deep.json:5:205
    75  000390     137  #75     SFR  sequence                           deep.json:5:236
    76  000398     137  #76     SFR  sequence                           deep.json:5:267
    77  0003a0     137  #77     SFR  sequence                           deep.json:5:298
    78  0003a8     137  #78     SFR  sequence                           deep.json:5:329
    79  0003b0     137  #79     SFR  sequence                           deep.json:5:360
    80  0003b8     137  #80     SFR  sequence                           deep.json:5:391
    81  0003c0     137  #81     SFR  sequence                           deep.json:5:422
    82  0003c8     137  #82     SFR  sequence                           deep.json:5:453
    83  0003d0     137  #83     SFR  sequence                           deep.json:5:484
    84  0003d8     137  #84     SFR  sequence                           deep.json:5:515
    85  0003e0     137  #85     SFR  sequence                           deep.json:5:546
    86  0003e8     137  #86     SFR  sequence                           deep.json:5:577
    87  0003f0     137  #87     SFR  sequence                           deep.json:5:608
    88  0003f8     137  #88     SFR  sequence                           deep.json:5:639
    89  000400     137  #89     SFR  sequence                           deep.json:5:670
    90  000408     137  #90     SFR  sequence                           deep.json:5:701
    91  000410     137  #91     SFR  sequence                           deep.json:5:732
    92  000418     137  #92     SFR  sequence                           deep.json:5:763
    93  000420     137  #93     SFR  sequence                           deep.json:5:794
    94  000428     137  #94     SFR  sequence                           deep.json:5:825
    95  000430     137  #95     SFR  sequence                           deep.json:5:856
    96  000438     137  #96     SFR  sequence                           deep.json:5:887
    97  000440     137  #97     SFR  sequence                           deep.json:5:918
    98  000448     137  #98     SFR  sequence                           deep.json:5:949
    99  000450     137  #99     SFR  sequence                           deep.json:5:980
   100  000458     137  #100    SFR  sequence                           deep.json:5:1011
   101  000460     137  #101    SFR  sequence                           deep.json:5:1042
   102  000468     137  #102    SFR  sequence                           deep.json:6:19
   103  000470     137  #103    SFR  sequence                           deep.json:6:50
   104  000478     137  #104    SFR  sequence                           deep.json:6:81
   105  000480     137  #105    SFR  sequence                           deep.json:6:112
   106  000488     137  #106    SFR  sequence                           deep.json:6:143
   107  000490     137  #107    SFR  sequence                           deep.json:6:174
   108  000498     137  #108    SFR  sequence                           deep.json:6:205
   109  0004a0     137  #109    SFR  sequence                           deep.json:6:236
   110  0004a8     137  #110    SFR  sequence                           deep.json:6:267
   111  0004b0     137  #111    SFR  sequence                           deep.json:6:298
   112  0004b8     137  #112    SFR  sequence                           deep.json:6:329
   113  0004c0     137  #113    SFR  sequence                           deep.json:6:360
   114  0004c8     137  #114    SFR  sequence                           deep.json:6:391
   115  0004d0     137  #115    SFR  sequence                           deep.json:6:422
   116  0004d8     137  #116    SFR  sequence                           deep.json:6:453
   117  0004e0     137  #117    SFR  sequence                           deep.json:6:484
   118  0004e8     137  #118    SFR  sequence                           deep.json:6:515
   119  0004f0     137  #119    SFR  sequence                           deep.json:6:546
   120  0004f8     137  #120    SFR  sequence                           deep.json:6:577
   121  000500     137  #121    SFR  sequence                           deep.json:6:608
   122  000508     137  #122    SFR  sequence                           deep.json:6:639
   123  000510     137  #123    SFR  sequence                           deep.json:6:670
   124  000518     137  #124    SFR  sequence                           deep.json:6:701
   125  000520     137  #125    SFR  sequence                           deep.json:6:732
   126  000528     137  #126    SFR  sequence                           deep.json:6:763
   127  000530     137  #127    SFR  sequence                           deep.json:6:794
   128  000538     137  #128    SFR  sequence                           deep.json:6:825
   129  000540     137  #129    SFR  sequence                           deep.json:6:856
   130  000548     137  #130    SFR  sequence                           deep.json:6:887
   131  000550     137  #131    SFR  sequence                           deep.json:6:918
   132  000558     137  #132    SFR  sequence                           deep.json:6:949
   133  000560     137  #133    SFR  sequence                           deep.json:6:980
   134  000568     137  #134    SFR  sequence                           deep.json:6:1011
   135  000570     137  #135    SFR  sequence                           deep.json:6:1042
   136  000578     137  #136    SFR  action dig                         deep.json:6:1073
