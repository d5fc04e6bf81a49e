shape "deep", version 4, 5392 bytes

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
     0  000168     137  #0      SFR  sequence                           deep.json:3:19
     1  000170     137  #1      SFR  sequence                           deep.json:3:50
     2  000178     137  #2      SFR  sequence                           deep.json:3:81
     3  000180     137  #3      SFR  sequence                           deep.json:3:112
     4  000188     137  #4      SFR  sequence                           deep.json:3:143
     5  000190     137  #5      SFR  sequence                           deep.json:3:174
     6  000198     137  #6      SFR  sequence                           deep.json:3:205
     7  0001a0     137  #7      SFR  sequence                           deep.json:3:236
     8  0001a8     137  #8      SFR  sequence                           deep.json:3:267
     9  0001b0     137  #9      SFR  sequence                           deep.json:3:298
    10  0001b8     137  #10     SFR  sequence                           deep.json:3:329
    11  0001c0     137  #11     SFR  sequence                           deep.json:3:360
    12  0001c8     137  #12     SFR  sequence                           deep.json:3:391
    13  0001d0     137  #13     SFR  sequence                           deep.json:3:422
    14  0001d8     137  #14     SFR  sequence                           deep.json:3:453
    15  0001e0     137  #15     SFR  sequence                           deep.json:3:484
    16  0001e8     137  #16     SFR  sequence                           deep.json:3:515
    17  0001f0     137  #17     SFR  sequence                           deep.json:3:546
    18  0001f8     137  #18     SFR  sequence                           deep.json:3:577
    19  000200     137  #19     SFR  sequence                           deep.json:3:608
    20  000208     137  #20     SFR  sequence                           deep.json:3:639
    21  000210     137  #21     SFR  sequence                           deep.json:3:670
    22  000218     137  #22     SFR  sequence                           deep.json:3:701
    23  000220     137  #23     SFR  sequence                           deep.json:3:732
    24  000228     137  #24     SFR  sequence                           deep.json:3:763
    25  000230     137  #25     SFR  sequence                           deep.json:3:794
    26  000238     137  #26     SFR  sequence                           deep.json:3:825
    27  000240     137  #27     SFR  sequence                           deep.json:3:856
    28  000248     137  #28     SFR  sequence                           deep.json:3:887
    29  000250     137  #29     SFR  sequence                           deep.json:3:918
    30  000258     137  #30     SFR  sequence                           deep.json:3:949
    31  000260     137  #31     SFR  sequence                           deep.json:3:980
    32  000268     137  #32     SFR  sequence                           deep.json:3:1011
    33  000270     137  #33     SFR  sequence                           deep.json:3:1042
    34  000278     137  #34     SFR  sequence                           deep.json:4:19
    35  000280     137  #35     SFR  sequence                           deep.json:4:50
    36  000288     137  #36     SFR  sequence                           deep.json:4:81
    37  000290     137  #37     SFR  sequence                           deep.json:4:112
    38  000298     137  #38     SFR  sequence                           deep.json:4:143
    39  0002a0     137  #39     SFR  sequence                           deep.json:4:174
    40  0002a8     137  #40     SFR  sequence                           deep.json:4:205
    41  0002b0     137  #41     SFR  sequence                           deep.json:4:236
    42  0002b8     137  #42     SFR  sequence                           deep.json:4:267
    43  0002c0     137  #43     SFR  sequence                           deep.json:4:298
    44  0002c8     137  #44     SFR  sequence                           deep.json:4:329
    45  0002d0     137  #45     SFR  sequence                           deep.json:4:360
    46  0002d8     137  #46     SFR  sequence                           deep.json:4:391
    47  0002e0     137  #47     SFR  sequence                           deep.json:4:422
    48  0002e8     137  #48     SFR  sequence                           deep.json:4:453
    49  0002f0     137  #49     SFR  sequence                           deep.json:4:484
    50  0002f8     137  #50     SFR  sequence                           deep.json:4:515
    51  000300     137  #51     SFR  sequence                           deep.json:4:546
    52  000308     137  #52     SFR  sequence                           deep.json:4:577
    53  000310     137  #53     SFR  sequence                           deep.json:4:608
    54  000318     137  #54     SFR  sequence                           deep.json:4:639
    55  000320     137  #55     SFR  sequence                           deep.json:4:670
    56  000328     137  #56     SFR  sequence                           deep.json:4:701
    57  000330     137  #57     SFR  sequence                           deep.json:4:732
    58  000338     137  #58     SFR  sequence                           deep.json:4:763
    59  000340     137  #59     SFR  sequence                           deep.json:4:794
    60  000348     137  #60     SFR  sequence                           deep.json:4:825
    61  000350     137  #61     SFR  sequence                           deep.json:4:856
    62  000358     137  #62     SFR  sequence                           deep.json:4:887
    63  000360     137  #63     SFR  sequence                           deep.json:4:918
    64  000368     137  #64     SFR  sequence                           deep.json:4:949
    65  000370     137  #65     SFR  sequence                           deep.json:4:980
    66  000378     137  #66     SFR  sequence                           deep.json:4:1011
    67  000380     137  #67     SFR  sequence                           deep.json:4:1042
    68  000388     137  #68     SFR  sequence                           deep.json:5:19
    69  000390     137  #69     SFR  sequence                           deep.json:5:50
    70  000398     137  #70     SFR  sequence                           deep.json:5:81
    71  0003a0     137  #71     SFR  sequence                           deep.json:5:112
    72  0003a8     137  #72     SFR  sequence                           deep.json:5:143
    73  0003b0     137  #73     SFR  sequence                           deep.json:5:174
    74  0003b8     137  #74     SFR  sequence                           deep.json:5:205
    75  0003c0     137  #75     SFR  sequence                           deep.json:5:236
    76  0003c8     137  #76     SFR  sequence                           deep.json:5:267
    77  0003d0     137  #77     SFR  sequence                           deep.json:5:298
    78  0003d8     137  #78     SFR  sequence                           deep.json:5:329
    79  0003e0     137  #79     SFR  sequence                           deep.json:5:360
    80  0003e8     137  #80     SFR  sequence                           deep.json:5:391
    81  0003f0     137  #81     SFR  sequence                           deep.json:5:422
    82  0003f8     137  #82     SFR  sequence                           deep.json:5:453
    83  000400     137  #83     SFR  sequence                           deep.json:5:484
    84  000408     137  #84     SFR  sequence                           deep.json:5:515
    85  000410     137  #85     SFR  sequence                           deep.json:5:546
    86  000418     137  #86     SFR  sequence                           deep.json:5:577
    87  000420     137  #87     SFR  sequence                           deep.json:5:608
    88  000428     137  #88     SFR  sequence                           deep.json:5:639
    89  000430     137  #89     SFR  sequence                           deep.json:5:670
    90  000438     137  #90     SFR  sequence                           deep.json:5:701
    91  000440     137  #91     SFR  sequence                           deep.json:5:732
    92  000448     137  #92     SFR  sequence                           deep.json:5:763
    93  000450     137  #93     SFR  sequence                           deep.json:5:794
    94  000458     137  #94     SFR  sequence                           deep.json:5:825
    95  000460     137  #95     SFR  sequence                           deep.json:5:856
    96  000468     137  #96     SFR  sequence                           deep.json:5:887
    97  000470     137  #97     SFR  sequence                           deep.json:5:918
    98  000478     137  #98     SFR  sequence                           deep.json:5:949
    99  000480     137  #99     SFR  sequence                           deep.json:5:980
   100  000488     137  #100    SFR  sequence                           deep.json:5:1011
   101  000490     137  #101    SFR  sequence                           deep.json:5:1042
   102  000498     137  #102    SFR  sequence                           deep.json:6:19
   103  0004a0     137  #103    SFR  sequence                           deep.json:6:50
   104  0004a8     137  #104    SFR  sequence                           deep.json:6:81
   105  0004b0     137  #105    SFR  sequence                           deep.json:6:112
   106  0004b8     137  #106    SFR  sequence                           deep.json:6:143
   107  0004c0     137  #107    SFR  sequence                           deep.json:6:174
   108  0004c8     137  #108    SFR  sequence                           deep.json:6:205
   109  0004d0     137  #109    SFR  sequence                           deep.json:6:236
   110  0004d8     137  #110    SFR  sequence                           deep.json:6:267
   111  0004e0     137  #111    SFR  sequence                           deep.json:6:298
   112  0004e8     137  #112    SFR  sequence                           deep.json:6:329
   113  0004f0     137  #113    SFR  sequence                           deep.json:6:360
   114  0004f8     137  #114    SFR  sequence                           deep.json:6:391
   115  000500     137  #115    SFR  sequence                           deep.json:6:422
   116  000508     137  #116    SFR  sequence                           deep.json:6:453
   117  000510     137  #117    SFR  sequence                           deep.json:6:484
   118  000518     137  #118    SFR  sequence                           deep.json:6:515
   119  000520     137  #119    SFR  sequence                           deep.json:6:546
   120  000528     137  #120    SFR  sequence                           deep.json:6:577
   121  000530     137  #121    SFR  sequence                           deep.json:6:608
   122  000538     137  #122    SFR  sequence                           deep.json:6:639
   123  000540     137  #123    SFR  sequence                           deep.json:6:670
   124  000548     137  #124    SFR  sequence                           deep.json:6:701
   125  000550     137  #125    SFR  sequence                           deep.json:6:732
   126  000558     137  #126    SFR  sequence                           deep.json:6:763
   127  000560     137  #127    SFR  sequence                           deep.json:6:794
   128  000568     137  #128    SFR  sequence                           deep.json:6:825
   129  000570     137  #129    SFR  sequence                           deep.json:6:856
   130  000578     137  #130    SFR  sequence                           deep.json:6:887
   131  000580     137  #131    SFR  sequence                           deep.json:6:918
   132  000588     137  #132    SFR  sequence                           deep.json:6:949
   133  000590     137  #133    SFR  sequence                           deep.json:6:980
   134  000598     137  #134    SFR  sequence                           deep.json:6:1011
   135  0005a0     137  #135    SFR  sequence                           deep.json:6:1042
   136  0005a8     137  #136    SFR  action dig                         deep.json:6:1073
