shape "wide", version 2, 7976 bytes

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
     0  000138     201  #0      SFR  selector                           wide.json:2:8
     1  000140       2  #1      SFR  action try_0                       wide.json:2:39
     2  000148       3  #2      SFR  action try_1                       wide.json:3:1
     3  000150       4  #3      SFR  action try_2                       wide.json:4:1
     4  000158       5  #4      SFR  action try_3                       wide.json:5:1
     5  000160       6  #5      SFR  action try_4                       wide.json:6:1
     6  000168       7  #6      SFR  action try_5                       wide.json:7:1
     7  000170       8  #7      SFR  action try_6                       wide.json:8:1
     8  000178       9  #8      SFR  action try_7                       wide.json:9:1
     9  000180      10  #9      SFR  action try_8                       wide.json:10:1
    10  000188      11  #10     SFR  action try_9                       wide.json:11:1
    11  000190      12  #11     SFR  action try_10                      wide.json:12:1
    12  000198      13  #12     SFR  action try_11                      wide.json:13:1
    13  0001a0      14  #13     SFR  action try_12                      wide.json:14:1
    14  0001a8      15  #14     SFR  action try_13                      wide.json:15:1
    15  0001b0      16  #15     SFR  action try_14                      wide.json:16:1
    16  0001b8      17  #16     SFR  action try_15                      wide.json:17:1
    17  0001c0      18  #17     SFR  action try_16                      wide.json:18:1
    18  0001c8      19  #18     SFR  action try_0                       wide.json:19:1
    19  0001d0      20  #19     SFR  action try_1                       wide.json:20:1
    20  0001d8      21  #20     SFR  action try_2                       wide.json:21:1
    21  0001e0      22  #21     SFR  action try_3                       wide.json:22:1
    22  0001e8      23  #22     SFR  action try_4                       wide.json:23:1
    23  0001f0      24  #23     SFR  action try_5                       wide.json:24:1
    24  0001f8      25  #24     SFR  action try_6                       wide.json:25:1
    25  000200      26  #25     SFR  action try_7                       wide.json:26:1
    26  000208      27  #26     SFR  action try_8                       wide.json:27:1
    27  000210      28  #27     SFR  action try_9                       wide.json:28:1
    28  000218      29  #28     SFR  action try_10                      wide.json:29:1
    29  000220      30  #29     SFR  action try_11                      wide.json:30:1
    30  000228      31  #30     SFR  action try_12                      wide.json:31:1
    31  000230      32  #31     SFR  action try_13                      wide.json:32:1
    32  000238      33  #32     SFR  action try_14                      wide.json:33:1
    33  000240      34  #33     SFR  action try_15                      wide.json:34:1
    34  000248      35  #34     SFR  action try_16                      wide.json:35:1
    35  000250      36  #35     SFR  action try_0                       wide.json:36:1
    36  000258      37  #36     SFR  action try_1                       wide.json:37:1
    37  000260      38  #37     SFR  action try_2                       wide.json:38:1
    38  000268      39  #38     SFR  action try_3                       wide.json:39:1
    39  000270      40  #39     SFR  action try_4                       wide.json:40:1
    40  000278      41  #40     SFR  action try_5                       wide.json:41:1
    41  000280      42  #41     SFR  action try_6                       wide.json:42:1
    42  000288      43  #42     SFR  action try_7                       wide.json:43:1
    43  000290      44  #43     SFR  action try_8                       wide.json:44:1
    44  000298      45  #44     SFR  action try_9                       wide.json:45:1
    45  0002a0      46  #45     SFR  action try_10                      wide.json:46:1
    46  0002a8      47  #46     SFR  action try_11                      wide.json:47:1
    47  0002b0      48  #47     SFR  action try_12                      wide.json:48:1
    48  0002b8      49  #48     SFR  action try_13                      wide.json:49:1
    49  0002c0      50  #49     SFR  action try_14                      wide.json:50:1
    50  0002c8      51  #50     SFR  action try_15                      wide.json:51:1
    51  0002d0      52  #51     SFR  action try_16                      wide.json:52:1
    52  0002d8      53  #52     SFR  action try_0                       wide.json:53:1
    53  0002e0      54  #53     SFR  action try_1                       wide.json:54:1
    54  0002e8      55  #54     SFR  action try_2                       wide.json:55:1
    55  0002f0      56  #55     SFR  action try_3                       wide.json:56:1
    56  0002f8      57  #56     SFR  action try_4                       wide.json:57:1
    57  000300      58  #57     SFR  action try_5                       wide.json:58:1
    58  000308      59  #58     SFR  action try_6                       wide.json:59:1
    59  000310      60  #59     SFR  action try_7                       wide.json:60:1
    60  000318      61  #60     SFR  action try_8                       wide.json:61:1
    61  000320      62  #61     SFR  action try_9                       wide.json:62:1
    62  000328      63  #62     SFR  action try_10                      wide.json:63:1
    63  000330      64  #63     SFR  action try_11                      wide.json:64:1
    64  000338      65  #64     SFR  action try_12                      wide.json:65:1
    65  000340      66  #65     SFR  action try_13                      wide.json:66:1
    66  000348      67  #66     SFR  action try_14                      wide.json:67:1
    67  000350      68  #67     SFR  action try_15                      wide.json:68:1
    68  000358      69  #68     SFR  action try_16                      wide.json:69:1
    69  000360      70  #69     SFR  action try_0                       wide.json:70:1
    70  000368      71  #70     SFR  action try_1                       wide.json:71:1
    71  000370      72  #71     SFR  action try_2                       wide.json:72:1
    72  000378      73  #72     SFR  action try_3                       wide.json:73:1
    73  000380      74  #73     SFR  action try_4                       wide.json:74:1
    74  000388      75  #74     SFR  action try_5                       wide.json:75:1
    75  000390      76  #75     SFR  action try_6                       wide.json:76:1
    76  000398      77  #76     SFR  action try_7                       wide.json:77:1
    77  0003a0      78  #77     SFR  action try_8                       wide.json:78:1
    78  0003a8      79  #78     SFR  action try_9                       wide.json:79:1
    79  0003b0      80  #79     SFR  action try_10                      wide.json:80:1
    80  0003b8      81  #80     SFR  action try_11                      wide.json:81:1
    81  0003c0      82  #81     SFR  action try_12                      wide.json:82:1
    82  0003c8      83  #82     SFR  action try_13                      wide.json:83:1
    83  0003d0      84  #83     SFR  action try_14                      wide.json:84:1
    84  0003d8      85  #84     SFR  action try_15                      wide.json:85:1
    85  0003e0      86  #85     SFR  action try_16                      wide.json:86:1
    86  0003e8      87  #86     SFR  action try_0                       wide.json:87:1
    87  0003f0      88  #87     SFR  action try_1                       wide.json:88:1
    88  0003f8      89  #88     SFR  action try_2                       wide.json:89:1
    89  000400      90  #89     SFR  action try_3                       wide.json:90:1
    90  000408      91  #90     SFR  action try_4                       wide.json:91:1
    91  000410      92  #91     SFR  action try_5                       wide.json:92:1
    92  000418      93  #92     SFR  action try_6                       wide.json:93:1
    93  000420      94  #93     SFR  action try_7                       wide.json:94:1
    94  000428      95  #94     SFR  action try_8                       wide.json:95:1
    95  000430      96  #95     SFR  action try_9                       wide.json:96:1
    96  000438      97  #96     SFR  action try_10                      wide.json:97:1
    97  000440      98  #97     SFR  action try_11                      wide.json:98:1
    98  000448      99  #98     SFR  action try_12                      wide.json:99:1
    99  000450     100  #99     SFR  action try_13                      wide.json:100:1
   100  000458     101  #100    SFR  action try_14                      wide.json:101:1
   101  000460     102  #101    SFR  action try_15                      wide.json:102:1
   102  000468     103  #102    SFR  action try_16                      wide.json:103:1
   103  000470     104  #103    SFR  action try_0                       wide.json:104:1
   104  000478     105  #104    SFR  action try_1                       wide.json:105:1
   105  000480     106  #105    SFR  action try_2                       wide.json:106:1
   106  000488     107  #106    SFR  action try_3                       wide.json:107:1
   107  000490     108  #107    SFR  action try_4                       wide.json:108:1
   108  000498     109  #108    SFR  action try_5                       wide.json:109:1
   109  0004a0     110  #109    SFR  action try_6                       wide.json:110:1
   110  0004a8     111  #110    SFR  action try_7                       wide.json:111:1
   111  0004b0     112  #111    SFR  action try_8                       wide.json:112:1
   112  0004b8     113  #112    SFR  action try_9                       wide.json:113:1
   113  0004c0     114  #113    SFR  action try_10                      wide.json:114:1
   114  0004c8     115  #114    SFR  action try_11                      wide.json:115:1
   115  0004d0     116  #115    SFR  action try_12                      wide.json:116:1
   116  0004d8     117  #116    SFR  action try_13                      wide.json:117:1
   117  0004e0     118  #117    SFR  action try_14                      wide.json:118:1
   118  0004e8     119  #118    SFR  action try_15                      wide.json:119:1
   119  0004f0     120  #119    SFR  action try_16                      wide.json:120:1
   120  0004f8     121  #120    SFR  action try_0                       wide.json:121:1
   121  000500     122  #121    SFR  action try_1                       wide.json:122:1
   122  000508     123  #122    SFR  action try_2                       wide.json:123:1
   123  000510     124  #123    SFR  action try_3                       wide.json:124:1
   124  000518     125  #124    SFR  action try_4                       wide.json:125:1
   125  000520     126  #125    SFR  action try_5                       wide.json:126:1
   126  000528     127  #126    SFR  action try_6                       wide.json:127:1
   127  000530     128  #127    SFR  action try_7                       wide.json:128:1
   128  000538     129  #128    SFR  action try_8                       wide.json:129:1
   129  000540     130  #129    SFR  action try_9                       wide.json:130:1
   130  000548     131  #130    SFR  action try_10                      wide.json:131:1
   131  000550     132  #131    SFR  action try_11                      wide.json:132:1
   132  000558     133  #132    SFR  action try_12                      wide.json:133:1
   133  000560     134  #133    SFR  action try_13                      wide.json:134:1
   134  000568     135  #134    SFR  action try_14                      wide.json:135:1
   135  000570     136  #135    SFR  action try_15                      wide.json:136:1
   136  000578     137  #136    SFR  action try_16                      wide.json:137:1
   137  000580     138  #137    SFR  action try_0                       wide.json:138:1
   138  000588     139  #138    SFR  action try_1                       wide.json:139:1
   139  000590     140  #139    SFR  action try_2                       wide.json:140:1
   140  000598     141  #140    SFR  action try_3                       wide.json:141:1
   141  0005a0     142  #141    SFR  action try_4                       wide.json:142:1
   142  0005a8     143  #142    SFR  action try_5                       wide.json:143:1
   143  0005b0     144  #143    SFR  action try_6                       wide.json:144:1
   144  0005b8     145  #144    SFR  action try_7                       wide.json:145:1
   145  0005c0     146  #145    SFR  action try_8                       wide.json:146:1
   146  0005c8     147  #146    SFR  action try_9                       wide.json:147:1
   147  0005d0     148  #147    SFR  action try_10                      wide.json:148:1
   148  0005d8     149  #148    SFR  action try_11                      wide.json:149:1
   149  0005e0     150  #149    SFR  action try_12                      wide.json:150:1
   150  0005e8     151  #150    SFR  action try_13                      wide.json:151:1
   151  0005f0     152  #151    SFR  action try_14                      wide.json:152:1
   152  0005f8     153  #152    SFR  action try_15                      wide.json:153:1
   153  000600     154  #153    SFR  action try_16                      wide.json:154:1
   154  000608     155  #154    SFR  action try_0                       wide.json:155:1
   155  000610     156  #155    SFR  action try_1                       wide.json:156:1
   156  000618     157  #156    SFR  action try_2                       wide.json:157:1
   157  000620     158  #157    SFR  action try_3                       wide.json:158:1
   158  000628     159  #158    SFR  action try_4                       wide.json:159:1
   159  000630     160  #159    SFR  action try_5                       wide.json:160:1
   160  000638     161  #160    SFR  action try_6                       wide.json:161:1
   161  000640     162  #161    SFR  action try_7                       wide.json:162:1
   162  000648     163  #162    SFR  action try_8                       wide.json:163:1
   163  000650     164  #163    SFR  action try_9                       wide.json:164:1
   164  000658     165  #164    SFR  action try_10                      wide.json:165:1
   165  000660     166  #165    SFR  action try_11                      wide.json:166:1
   166  000668     167  #166    SFR  action try_12                      wide.json:167:1
   167  000670     168  #167    SFR  action try_13                      wide.json:168:1
   168  000678     169  #168    SFR  action try_14                      wide.json:169:1
   169  000680     170  #169    SFR  action try_15                      wide.json:170:1
   170  000688     171  #170    SFR  action try_16                      wide.json:171:1
   171  000690     172  #171    SFR  action try_0                       wide.json:172:1
   172  000698     173  #172    SFR  action try_1                       wide.json:173:1
   173  0006a0     174  #173    SFR  action try_2                       wide.json:174:1
   174  0006a8     175  #174    SFR  action try_3                       wide.json:175:1
   175  0006b0     176  #175    SFR  action try_4                       wide.json:176:1
   176  0006b8     177  #176    SFR  action try_5                       wide.json:177:1
   177  0006c0     178  #177    SFR  action try_6                       wide.json:178:1
   178  0006c8     179  #178    SFR  action try_7                       wide.json:179:1
   179  0006d0     180  #179    SFR  action try_8                       wide.json:180:1
   180  0006d8     181  #180    SFR  action try_9                       wide.json:181:1
   181  0006e0     182  #181    SFR  action try_10                      wide.json:182:1
   182  0006e8     183  #182    SFR  action try_11                      wide.json:183:1
   183  0006f0     184  #183    SFR  action try_12                      wide.json:184:1
   184  0006f8     185  #184    SFR  action try_13                      wide.json:185:1
   185  000700     186  #185    SFR  action try_14                      wide.json:186:1
   186  000708     187  #186    SFR  action try_15                      wide.json:187:1
   187  000710     188  #187    SFR  action try_16                      wide.json:188:1
   188  000718     189  #188    SFR  action try_0                       wide.json:189:1
   189  000720     190  #189    SFR  action try_1                       wide.json:190:1
   190  000728     191  #190    SFR  action try_2                       wide.json:191:1
   191  000730     192  #191    SFR  action try_3                       wide.json:192:1
   192  000738     193  #192    SFR  action try_4                       wide.json:193:1
   193  000740     194  #193    SFR  action try_5                       wide.json:194:1
   194  000748     195  #194    SFR  action try_6                       wide.json:195:1
   195  000750     196  #195    SFR  action try_7                       wide.json:196:1
   196  000758     197  #196    SFR  action try_8                       wide.json:197:1
   197  000760     198  #197    SFR  action try_9                       wide.json:198:1
   198  000768     199  #198    SFR  action try_10                      wide.json:199:1
   199  000770     200  #199    SFR  action try_11                      wide.json:200:1
   200  000778     201  #200    SFR  action try_12                      wide.json:201:1
