shape "parallel_32", version 4, 2672 bytes

specification
  items        66 (tree 66, init 0)
  nodes        33
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         32 of 32 items
  slots        64 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        32
  visits       32

hosts
      0  deferred   step_1()
      1  deferred   step_2()
      2  deferred   step_3()
      3  deferred   step_4()
      4  deferred   step_5()
      5  deferred   step_6()
      6  deferred   step_7()
      7  deferred   step_8()
      8  deferred   step_9()
      9  deferred   step_10()
     10  deferred   step_11()
     11  deferred   step_12()
     12  deferred   step_13()
     13  deferred   step_14()
     14  deferred   step_15()
     15  deferred   step_16()
     16  deferred   step_17()
     17  deferred   step_18()
     18  deferred   step_19()
     19  deferred   step_20()
     20  deferred   step_21()
     21  deferred   step_22()
     22  deferred   step_23()
     23  deferred   step_24()
     24  deferred   step_25()
     25  deferred   step_26()
     26  deferred   step_27()
     27  deferred   step_28()
     28  deferred   step_29()
     29  deferred   step_30()
     30  deferred   step_31()
     31  deferred   step_32()

items
 index  offset     end  node    can  operation
     0  000168      66  #0      SFR  parallel bit 0                     parallel_32.json:2:8
     1  000170       -                 success 31, failure 2
     2  000178       4  #1      SFR  deferred step_1                    parallel_32.json:2:64
     3  000180       -                 resource none
     4  000188       6  #2      SFR  deferred step_2                    parallel_32.json:3:1
     5  000190       -                 resource none
     6  000198       8  #3      SFR  deferred step_3                    parallel_32.json:4:1
     7  0001a0       -                 resource none
     8  0001a8      10  #4      SFR  deferred step_4                    parallel_32.json:5:1
     9  0001b0       -                 resource none
    10  0001b8      12  #5      SFR  deferred step_5                    parallel_32.json:6:1
    11  0001c0       -                 resource none
    12  0001c8      14  #6      SFR  deferred step_6                    parallel_32.json:7:1
    13  0001d0       -                 resource none
    14  0001d8      16  #7      SFR  deferred step_7                    parallel_32.json:8:1
    15  0001e0       -                 resource none
    16  0001e8      18  #8      SFR  deferred step_8                    parallel_32.json:9:1
    17  0001f0       -                 resource none
    18  0001f8      20  #9      SFR  deferred step_9                    parallel_32.json:10:1
    19  000200       -                 resource none
    20  000208      22  #10     SFR  deferred step_10                   parallel_32.json:11:1
    21  000210       -                 resource none
    22  000218      24  #11     SFR  deferred step_11                   parallel_32.json:12:1
    23  000220       -                 resource none
    24  000228      26  #12     SFR  deferred step_12                   parallel_32.json:13:1
    25  000230       -                 resource none
    26  000238      28  #13     SFR  deferred step_13                   parallel_32.json:14:1
    27  000240       -                 resource none
    28  000248      30  #14     SFR  deferred step_14                   parallel_32.json:15:1
    29  000250       -                 resource none
    30  000258      32  #15     SFR  deferred step_15                   parallel_32.json:16:1
    31  000260       -                 resource none
    32  000268      34  #16     SFR  deferred step_16                   parallel_32.json:17:1
    33  000270       -                 resource none
    34  000278      36  #17     SFR  deferred step_17                   parallel_32.json:18:1
    35  000280       -                 resource none
    36  000288      38  #18     SFR  deferred step_18                   parallel_32.json:19:1
    37  000290       -                 resource none
    38  000298      40  #19     SFR  deferred step_19                   parallel_32.json:20:1
    39  0002a0       -                 resource none
    40  0002a8      42  #20     SFR  deferred step_20                   parallel_32.json:21:1
    41  0002b0       -                 resource none
    42  0002b8      44  #21     SFR  deferred step_21                   parallel_32.json:22:1
    43  0002c0       -                 resource none
    44  0002c8      46  #22     SFR  deferred step_22                   parallel_32.json:23:1
    45  0002d0       -                 resource none
    46  0002d8      48  #23     SFR  deferred step_23                   parallel_32.json:24:1
    47  0002e0       -                 resource none
    48  0002e8      50  #24     SFR  deferred step_24                   parallel_32.json:25:1
    49  0002f0       -                 resource none
    50  0002f8      52  #25     SFR  deferred step_25                   parallel_32.json:26:1
    51  000300       -                 resource none
    52  000308      54  #26     SFR  deferred step_26                   parallel_32.json:27:1
    53  000310       -                 resource none
    54  000318      56  #27     SFR  deferred step_27                   parallel_32.json:28:1
    55  000320       -                 resource none
    56  000328      58  #28     SFR  deferred step_28                   parallel_32.json:29:1
    57  000330       -                 resource none
    58  000338      60  #29     SFR  deferred step_29                   parallel_32.json:30:1
    59  000340       -                 resource none
    60  000348      62  #30     SFR  deferred step_30                   parallel_32.json:31:1
    61  000350       -                 resource none
    62  000358      64  #31     SFR  deferred step_31                   parallel_32.json:32:1
    63  000360       -                 resource none
    64  000368      66  #32     SFR  deferred step_32                   parallel_32.json:33:1
    65  000370       -                 resource none
