shape "w0102-never-runs", version 4, 1504 bytes

specification
  items        29 (tree 29, init 0)
  nodes        25
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         7 of 13 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       0 number, 0 bool
  shuffle      2
  draws        yes
  hosts        8
  visits       14

hosts
      0  immediate  flee()
      1  immediate  hide()
      2  immediate  fight()
      3  immediate  never()
      4  immediate  a()
      5  immediate  b()
      6  immediate  c()
      7  immediate  sometimes()

items
 index  offset     end  node    can  operation
     0  000168      29  #0      -F-  concurrent                         w0102-never-runs.json:3:11
     1  000170       7  #1      S-R  selector                           w0102-never-runs.json:4:5
     2  000178       3  #2      SFR  action flee                        w0102-never-runs.json:5:7
     3  000180       5  #3      S-R  wait long 0                        w0102-never-runs.json:6:7
     4  000188       -                 duration 1 s
     5  000190       6  #4      SFR  action hide                        w0102-never-runs.json:7:7
     6  000198       7  #5      SFR  action fight                       w0102-never-runs.json:8:7
     7  0001a0      11  #6      -F-  sequence                           w0102-never-runs.json:9:5
     8  0001a8      10  #7      -F-  invert                             w0102-never-runs.json:10:7
     9  0001b0      10  #8      S--  success                            w0102-never-runs.json:10:36
    10  0001b8      11  #9      SFR  action never                       w0102-never-runs.json:11:7
    11  0001c0      14  #10     --R  priority                           w0102-never-runs.json:12:5
    12  0001c8      13  #11     --R  running                            w0102-never-runs.json:13:7
    13  0001d0      14  #12     SFR  action never                       w0102-never-runs.json:14:7
    14  0001d8      21  #13     SFR  weighted children 3                w0102-never-runs.json:15:5
    15  0001e0      16                 weight, sum 1.0
    16  0001e8      17                 weight, sum 1.0  zero
    17  0001f0      18                 weight, sum 3.0
    18  0001f8      19  #14     SFR  action a                           w0102-never-runs.json:16:7
    19  000200      20  #15     SFR  action b                           w0102-never-runs.json:16:40
    20  000208      21  #16     SFR  action c                           w0102-never-runs.json:16:73
    21  000210      23  #17     -F-  chance 0.0                         w0102-never-runs.json:17:5
    22  000218      23  #18     SFR  action never                       w0102-never-runs.json:17:42
    23  000220      26  #19     -FR  sequence random, long 1            w0102-never-runs.json:18:5
    24  000228      25  #20     -F-  failure                            w0102-never-runs.json:19:7
    25  000230      26  #21     SFR  action sometimes                   w0102-never-runs.json:20:7
    26  000238      29  #22     S--  race                               w0102-never-runs.json:21:5
    27  000240      28  #23     S--  success                            w0102-never-runs.json:22:7
    28  000248      29  #24     SFR  action never                       w0102-never-runs.json:23:7
