/* The control lines, and the nodes they speak of. */
#ifndef TOUCHBED_COMMAND_H
#define TOUCHBED_COMMAND_H

/* Obeys one line (which it cuts up); gives the reply without a newline, to be freed with free().
 * Any thread may call it. */
char *command_obey(char *line);

/* Ends all playing and takes every node away. No line is obeyed any more. */
void command_end_all(void);

#endif
