shape "wide", version 4, 8024 bytes

specification
  items        201 (tree 201, init 0)
  nodes        201
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 200 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        17
  visits       200

hosts
      0  immediate  try_0()
      1  immediate  try_1()
      2  immediate  try_2()
      3  immediate  try_3()
      4  immediate  try_4()
      5  immediate  try_5()
      6  immediate  try_6()
      7  immediate  try_7()
      8  immediate  try_8()
      9  immediate  try_9()
     10  immediate  try_10()
     11  immediate  try_11()
     12  immediate  try_12()
     13  immediate  try_13()
     14  immediate  try_14()
     15  immediate  try_15()
     16  immediate  try_16()

items
 index  offset     end  node    can  operation
     0  000168     201  #0      SFR  selector                           wide.json:2:8
     1  000170       2  #1      SFR  action try_0                       wide.json:2:39
     2  000178       3  #2      SFR  action try_1                       wide.json:3:1
     3  000180       4  #3      SFR  action try_2                       wide.json:4:1
     4  000188       5  #4      SFR  action try_3                       wide.json:5:1
     5  000190       6  #5      SFR  action try_4                       wide.json:6:1
     6  000198       7  #6      SFR  action try_5                       wide.json:7:1
     7  0001a0       8  #7      SFR  action try_6                       wide.json:8:1
     8  0001a8       9  #8      SFR  action try_7                       wide.json:9:1
     9  0001b0      10  #9      SFR  action try_8                       wide.json:10:1
    10  0001b8      11  #10     SFR  action try_9                       wide.json:11:1
    11  0001c0      12  #11     SFR  action try_10                      wide.json:12:1
    12  0001c8      13  #12     SFR  action try_11                      wide.json:13:1
    13  0001d0      14  #13     SFR  action try_12                      wide.json:14:1
    14  0001d8      15  #14     SFR  action try_13                      wide.json:15:1
    15  0001e0      16  #15     SFR  action try_14                      wide.json:16:1
    16  0001e8      17  #16     SFR  action try_15                      wide.json:17:1
    17  0001f0      18  #17     SFR  action try_16                      wide.json:18:1
    18  0001f8      19  #18     SFR  action try_0                       wide.json:19:1
    19  000200      20  #19     SFR  action try_1                       wide.json:20:1
    20  000208      21  #20     SFR  action try_2                       wide.json:21:1
    21  000210      22  #21     SFR  action try_3                       wide.json:22:1
    22  000218      23  #22     SFR  action try_4                       wide.json:23:1
    23  000220      24  #23     SFR  action try_5                       wide.json:24:1
    24  000228      25  #24     SFR  action try_6                       wide.json:25:1
    25  000230      26  #25     SFR  action try_7                       wide.json:26:1
    26  000238      27  #26     SFR  action try_8                       wide.json:27:1
    27  000240      28  #27     SFR  action try_9                       wide.json:28:1
    28  000248      29  #28     SFR  action try_10                      wide.json:29:1
    29  000250      30  #29     SFR  action try_11                      wide.json:30:1
    30  000258      31  #30     SFR  action try_12                      wide.json:31:1
    31  000260      32  #31     SFR  action try_13                      wide.json:32:1
    32  000268      33  #32     SFR  action try_14                      wide.json:33:1
    33  000270      34  #33     SFR  action try_15                      wide.json:34:1
    34  000278      35  #34     SFR  action try_16                      wide.json:35:1
    35  000280      36  #35     SFR  action try_0                       wide.json:36:1
    36  000288      37  #36     SFR  action try_1                       wide.json:37:1
    37  000290      38  #37     SFR  action try_2                       wide.json:38:1
    38  000298      39  #38     SFR  action try_3                       wide.json:39:1
    39  0002a0      40  #39     SFR  action try_4                       wide.json:40:1
    40  0002a8      41  #40     SFR  action try_5                       wide.json:41:1
    41  0002b0      42  #41     SFR  action try_6                       wide.json:42:1
    42  0002b8      43  #42     SFR  action try_7                       wide.json:43:1
    43  0002c0      44  #43     SFR  action try_8                       wide.json:44:1
    44  0002c8      45  #44     SFR  action try_9                       wide.json:45:1
    45  0002d0      46  #45     SFR  action try_10                      wide.json:46:1
    46  0002d8      47  #46     SFR  action try_11                      wide.json:47:1
    47  0002e0      48  #47     SFR  action try_12                      wide.json:48:1
    48  0002e8      49  #48     SFR  action try_13                      wide.json:49:1
    49  0002f0      50  #49     SFR  action try_14                      wide.json:50:1
    50  0002f8      51  #50     SFR  action try_15                      wide.json:51:1
    51  000300      52  #51     SFR  action try_16                      wide.json:52:1
    52  000308      53  #52     SFR  action try_0                       wide.json:53:1
    53  000310      54  #53     SFR  action try_1                       wide.json:54:1
    54  000318      55  #54     SFR  action try_2                       wide.json:55:1
    55  000320      56  #55     SFR  action try_3                       wide.json:56:1
    56  000328      57  #56     SFR  action try_4                       wide.json:57:1
    57  000330      58  #57     SFR  action try_5                       wide.json:58:1
    58  000338      59  #58     SFR  action try_6                       wide.json:59:1
    59  000340      60  #59     SFR  action try_7                       wide.json:60:1
    60  000348      61  #60     SFR  action try_8                       wide.json:61:1
    61  000350      62  #61     SFR  action try_9                       wide.json:62:1
    62  000358      63  #62     SFR  action try_10                      wide.json:63:1
    63  000360      64  #63     SFR  action try_11                      wide.json:64:1
    64  000368      65  #64     SFR  action try_12                      wide.json:65:1
    65  000370      66  #65     SFR  action try_13                      wide.json:66:1
    66  000378      67  #66     SFR  action try_14                      wide.json:67:1
    67  000380      68  #67     SFR  action try_15                      wide.json:68:1
    68  000388      69  #68     SFR  action try_16                      wide.json:69:1
    69  000390      70  #69     SFR  action try_0                       wide.json:70:1
    70  000398      71  #70     SFR  action try_1                       wide.json:71:1
    71  0003a0      72  #71     SFR  action try_2                       wide.json:72:1
    72  0003a8      73  #72     SFR  action try_3                       wide.json:73:1
    73  0003b0      74  #73     SFR  action try_4                       wide.json:74:1
    74  0003b8      75  #74     SFR  action try_5                       wide.json:75:1
    75  0003c0      76  #75     SFR  action try_6                       wide.json:76:1
    76  0003c8      77  #76     SFR  action try_7                       wide.json:77:1
    77  0003d0      78  #77     SFR  action try_8                       wide.json:78:1
    78  0003d8      79  #78     SFR  action try_9                       wide.json:79:1
    79  0003e0      80  #79     SFR  action try_10                      wide.json:80:1
    80  0003e8      81  #80     SFR  action try_11                      wide.json:81:1
    81  0003f0      82  #81     SFR  action try_12                      wide.json:82:1
    82  0003f8      83  #82     SFR  action try_13                      wide.json:83:1
    83  000400      84  #83     SFR  action try_14                      wide.json:84:1
    84  000408      85  #84     SFR  action try_15                      wide.json:85:1
    85  000410      86  #85     SFR  action try_16                      wide.json:86:1
    86  000418      87  #86     SFR  action try_0                       wide.json:87:1
    87  000420      88  #87     SFR  action try_1                       wide.json:88:1
    88  000428      89  #88     SFR  action try_2                       wide.json:89:1
    89  000430      90  #89     SFR  action try_3                       wide.json:90:1
    90  000438      91  #90     SFR  action try_4                       wide.json:91:1
    91  000440      92  #91     SFR  action try_5                       wide.json:92:1
    92  000448      93  #92     SFR  action try_6                       wide.json:93:1
    93  000450      94  #93     SFR  action try_7                       wide.json:94:1
    94  000458      95  #94     SFR  action try_8                       wide.json:95:1
    95  000460      96  #95     SFR  action try_9                       wide.json:96:1
    96  000468      97  #96     SFR  action try_10                      wide.json:97:1
    97  000470      98  #97     SFR  action try_11                      wide.json:98:1
    98  000478      99  #98     SFR  action try_12                      wide.json:99:1
    99  000480     100  #99     SFR  action try_13                      wide.json:100:1
   100  000488     101  #100    SFR  action try_14                      wide.json:101:1
   101  000490     102  #101    SFR  action try_15                      wide.json:102:1
   102  000498     103  #102    SFR  action try_16                      wide.json:103:1
   103  0004a0     104  #103    SFR  action try_0                       wide.json:104:1
   104  0004a8     105  #104    SFR  action try_1                       wide.json:105:1
   105  0004b0     106  #105    SFR  action try_2                       wide.json:106:1
   106  0004b8     107  #106    SFR  action try_3                       wide.json:107:1
   107  0004c0     108  #107    SFR  action try_4                       wide.json:108:1
   108  0004c8     109  #108    SFR  action try_5                       wide.json:109:1
   109  0004d0     110  #109    SFR  action try_6                       wide.json:110:1
   110  0004d8     111  #110    SFR  action try_7                       wide.json:111:1
   111  0004e0     112  #111    SFR  action try_8                       wide.json:112:1
   112  0004e8     113  #112    SFR  action try_9                       wide.json:113:1
   113  0004f0     114  #113    SFR  action try_10                      wide.json:114:1
   114  0004f8     115  #114    SFR  action try_11                      wide.json:115:1
   115  000500     116  #115    SFR  action try_12                      wide.json:116:1
   116  000508     117  #116    SFR  action try_13                      wide.json:117:1
   117  000510     118  #117    SFR  action try_14                      wide.json:118:1
   118  000518     119  #118    SFR  action try_15                      wide.json:119:1
   119  000520     120  #119    SFR  action try_16                      wide.json:120:1
   120  000528     121  #120    SFR  action try_0                       wide.json:121:1
   121  000530     122  #121    SFR  action try_1                       wide.json:122:1
   122  000538     123  #122    SFR  action try_2                       wide.json:123:1
   123  000540     124  #123    SFR  action try_3                       wide.json:124:1
   124  000548     125  #124    SFR  action try_4                       wide.json:125:1
   125  000550     126  #125    SFR  action try_5                       wide.json:126:1
   126  000558     127  #126    SFR  action try_6                       wide.json:127:1
   127  000560     128  #127    SFR  action try_7                       wide.json:128:1
   128  000568     129  #128    SFR  action try_8                       wide.json:129:1
   129  000570     130  #129    SFR  action try_9                       wide.json:130:1
   130  000578     131  #130    SFR  action try_10                      wide.json:131:1
   131  000580     132  #131    SFR  action try_11                      wide.json:132:1
   132  000588     133  #132    SFR  action try_12                      wide.json:133:1
   133  000590     134  #133    SFR  action try_13                      wide.json:134:1
   134  000598     135  #134    SFR  action try_14                      wide.json:135:1
   135  0005a0     136  #135    SFR  action try_15                      wide.json:136:1
   136  0005a8     137  #136    SFR  action try_16                      wide.json:137:1
   137  0005b0     138  #137    SFR  action try_0                       wide.json:138:1
   138  0005b8     139  #138    SFR  action try_1                       wide.json:139:1
   139  0005c0     140  #139    SFR  action try_2                       wide.json:140:1
   140  0005c8     141  #140    SFR  action try_3                       wide.json:141:1
   141  0005d0     142  #141    SFR  action try_4                       wide.json:142:1
   142  0005d8     143  #142    SFR  action try_5                       wide.json:143:1
   143  0005e0     144  #143    SFR  action try_6                       wide.json:144:1
   144  0005e8     145  #144    SFR  action try_7                       wide.json:145:1
   145  0005f0     146  #145    SFR  action try_8                       wide.json:146:1
   146  0005f8     147  #146    SFR  action try_9                       wide.json:147:1
   147  000600     148  #147    SFR  action try_10                      wide.json:148:1
   148  000608     149  #148    SFR  action try_11                      wide.json:149:1
   149  000610     150  #149    SFR  action try_12                      wide.json:150:1
   150  000618     151  #150    SFR  action try_13                      wide.json:151:1
   151  000620     152  #151    SFR  action try_14                      wide.json:152:1
   152  000628     153  #152    SFR  action try_15                      wide.json:153:1
   153  000630     154  #153    SFR  action try_16                      wide.json:154:1
   154  000638     155  #154    SFR  action try_0                       wide.json:155:1
   155  000640     156  #155    SFR  action try_1                       wide.json:156:1
   156  000648     157  #156    SFR  action try_2                       wide.json:157:1
   157  000650     158  #157    SFR  action try_3                       wide.json:158:1
   158  000658     159  #158    SFR  action try_4                       wide.json:159:1
   159  000660     160  #159    SFR  action try_5                       wide.json:160:1
   160  000668     161  #160    SFR  action try_6                       wide.json:161:1
   161  000670     162  #161    SFR  action try_7                       wide.json:162:1
   162  000678     163  #162    SFR  action try_8                       wide.json:163:1
   163  000680     164  #163    SFR  action try_9                       wide.json:164:1
   164  000688     165  #164    SFR  action try_10                      wide.json:165:1
   165  000690     166  #165    SFR  action try_11                      wide.json:166:1
   166  000698     167  #166    SFR  action try_12                      wide.json:167:1
   167  0006a0     168  #167    SFR  action try_13                      wide.json:168:1
   168  0006a8     169  #168    SFR  action try_14                      wide.json:169:1
   169  0006b0     170  #169    SFR  action try_15                      wide.json:170:1
   170  0006b8     171  #170    SFR  action try_16                      wide.json:171:1
   171  0006c0     172  #171    SFR  action try_0                       wide.json:172:1
   172  0006c8     173  #172    SFR  action try_1                       wide.json:173:1
   173  0006d0     174  #173    SFR  action try_2                       wide.json:174:1
   174  0006d8     175  #174    SFR  action try_3                       wide.json:175:1
   175  0006e0     176  #175    SFR  action try_4                       wide.json:176:1
   176  0006e8     177  #176    SFR  action try_5                       wide.json:177:1
   177  0006f0     178  #177    SFR  action try_6                       wide.json:178:1
   178  0006f8     179  #178    SFR  action try_7                       wide.json:179:1
   179  000700     180  #179    SFR  action try_8                       wide.json:180:1
   180  000708     181  #180    SFR  action try_9                       wide.json:181:1
   181  000710     182  #181    SFR  action try_10                      wide.json:182:1
   182  000718     183  #182    SFR  action try_11                      wide.json:183:1
   183  000720     184  #183    SFR  action try_12                      wide.json:184:1
   184  000728     185  #184    SFR  action try_13                      wide.json:185:1
   185  000730     186  #185    SFR  action try_14                      wide.json:186:1
   186  000738     187  #186    SFR  action try_15                      wide.json:187:1
   187  000740     188  #187    SFR  action try_16                      wide.json:188:1
   188  000748     189  #188    SFR  action try_0                       wide.json:189:1
   189  000750     190  #189    SFR  action try_1                       wide.json:190:1
   190  000758     191  #190    SFR  action try_2                       wide.json:191:1
   191  000760     192  #191    SFR  action try_3                       wide.json:192:1
   192  000768     193  #192    SFR  action try_4                       wide.json:193:1
   193  000770     194  #193    SFR  action try_5                       wide.json:194:1
   194  000778     195  #194    SFR  action try_6                       wide.json:195:1
   195  000780     196  #195    SFR  action try_7                       wide.json:196:1
   196  000788     197  #196    SFR  action try_8                       wide.json:197:1
   197  000790     198  #197    SFR  action try_9                       wide.json:198:1
   198  000798     199  #198    SFR  action try_10                      wide.json:199:1
   199  0007a0     200  #199    SFR  action try_11                      wide.json:200:1
   200  0007a8     201  #200    SFR  action try_12                      wide.json:201:1
