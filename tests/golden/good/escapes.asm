shape "a \"quoted\" \ name", version 4, 608 bytes

specification
  items        3 (tree 3, init 0)
  nodes        2
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       1

hosts
      0  deferred   walk()

items
 index  offset     end  node    can  operation
     0  000168       3  #0      SFR  debug "line one\nline two\r\n`code` \n \x1b[31mred"  "<b>[x]{y}|\"z\"|</b> & #1;"  escapes.json:2:8
     1  000170       3  #1      SFR  deferred walk                      escapes.json:2:127
     2  000178       -                 resource "left \"leg\""
