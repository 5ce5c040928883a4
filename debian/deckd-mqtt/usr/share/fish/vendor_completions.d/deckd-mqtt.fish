function __deckd-mqtt_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __deckd-mqtt_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __deckd-mqtt_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __deckd-mqtt_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __deckd-mqtt_parse_tokens -S
    set -l unparsed_tokens (__deckd-mqtt_tokens -pc)
    switch $unparsed_tokens[1]
    case 'deckd-mqtt'
        __deckd-mqtt_parse_subcommand 0 'broker=' 'panel=' 'prefix=' 'mqtt-version=' 'user=' 'password-file=' 'ca-file=' 'certificate=' 'key=' 'allow=+' 'frames=' 'discovery=' 'socket=' 'state-dir=' 'log-level=' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __deckd-mqtt_parse_subcommand -r 1 'version'
        end
    end
end

function __deckd-mqtt_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __deckd-mqtt_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __deckd-mqtt_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __deckd-mqtt_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__deckd-mqtt_tokens -p)
    if test -z "$(__deckd-mqtt_tokens -t)"
        set -l index (count (__deckd-mqtt_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'deckd-mqtt' -f
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" broker' -l 'broker' -d 'The broker: mqtt://HOST[:PORT] or mqtts://HOST[:PORT] (default: mqtt://localhost:1883).' -rfka ''
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" panel' -l 'panel' -d 'The panel\'s name in topics (default: the host\'s name).' -rfka ''
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" prefix' -l 'prefix' -d 'What topics begin with.' -rfka ''
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" mqtt-version' -l 'mqtt-version' -d 'The protocol: 5 or 3.1.1 (default: 5).' -rfka '5 3.1.1'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" user' -l 'user' -d 'The user at the broker.' -rfka ''
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" password-file' -l 'password-file' -d 'The file with the user\'s password (default: the credential password).' -rF
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" ca-file' -l 'ca-file' -d 'The authorities that sign the broker\'s certificate (default: the system\'s).' -rF
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" certificate' -l 'certificate' -d 'The certificate that the broker knows the panel by.' -rF
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" key' -l 'key' -d 'The certificate\'s key.' -rF
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt"' -l 'allow' -d 'A command that others may send, such as deck.undo; repeat for several (default: none).' -rfka 'deck.list deck.get deck.cards deck.settings deck.swipe deck.undo deck.select deck.dismiss deck.bounce deck.scroll deck.appear deck.reset deck.stage deck.load deck.reload deck.insert deck.remove deck.update deck.move card.loaded detail.layout deck.configure daemon.status daemon.reload surface.list surface.set'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" frames' -l 'frames' -d 'Also publish frames, at most so many a second for each deck.' -rfka ''
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" discovery' -l 'discovery' -d 'Let Home Assistant find the panel below this topic, usually homeassistant.' -rfka ''
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" socket' -l 'socket' -d 'deckd\'s socket (default: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR).' -rF
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" state-dir' -l 'state-dir' -d 'The folder for the number of the last event that the broker has (default: $STATE_DIRECTORY).' -rfa '(__deckd-mqtt_complete_directories)'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" log-level' -l 'log-level' -d 'How much to log: trace, debug, info, notice, warning, error, critical.' -rfka 'trace debug info notice warning error critical'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" version' -l 'version' -d 'Show the version.'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_positional "deckd-mqtt" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'deckd-mqtt' -n '__deckd-mqtt_should_offer_completions_for_flags_or_options "deckd-mqtt help" version' -l 'version' -d 'Show the version.'
