#include "CLibinput.h"
