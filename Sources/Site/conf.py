"""The site of the project's pages, for `make site`: Sphinx's configuration, and the order of the pages.

The pages stay where they are, and the site has each below the path of its source. Every warning ends the build, a dead
link among them.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
RELEASE = pathlib.Path(__file__).resolve().parent.parent / "DeckProtocol" / "ReleaseVersion.swift"

project, language, root_doc = "deckd", "en", "README"
release = re.findall(r'current = "(.*)"', RELEASE.read_text())[0]
include_patterns = ["*.md", "Benchmarks/*.md", "Examples/**/*.md", "Fuzz/*.md", "Sources/**/*.md", "Tests/**/*.md"]
exclude_patterns = [".*", "**/.*"]
extensions = ["myst_parser", "sphinx.ext.graphviz", "pages"]
myst_heading_anchors = 6
# A piece of code may leave something out.
suppress_warnings = ["misc.highlighting_failure"]

html_theme, html_title = "furo", f"deckd {release}"
html_static_path, html_css_files, html_js_files = ["site.css", "site.js"], ["site.css"], ["site.js"]
templates_path = ["."]
html_copy_source = html_show_copyright = html_use_index = False
pygments_style, pygments_dark_style = "friendly", "github-dark"
graphviz_output_format = "svg"

# The reader's order; a page that is not in it ends the build. DeckEngine/Panels is a page of DocC.
ORDER = {
    "The first hour": """
        DeckProtocol/Toolkits
        DeckWeb/DeckElement
        Examples/presets/README
        DeckEngine/Recipes
        DeckEngine/Diagnosis
        Examples/kiosk/README""",
    "Guides": """
        DeckEngine/Panels
        DeckEngine/SurfaceGestures
        Commands for events = DeckActions/DeckActions
        Pages and deckd-web = DeckWeb/DeckWeb
        MQTT and Home Assistant = DeckMQTT/DeckMQTT
        Examples/container/README
        Examples/home-assistant/README
        Examples/yocto/README
        DeckEngine/Restoring
        DeckEngine/Latency
        DeckEngine/Recordings
        DeckEngine/Terminal
        DeckEngine/Koloda
        SECURITY""",
    "Examples": """
        Examples/photos/README
        Examples/wallet/README
        Examples/fan/README
        Examples/koloda/README
        Examples/qml/README
        Examples/gtk/README
        Examples/kivy/README
        Examples/sdl/README
        Examples/lvgl/README
        Examples/rust/README
        Examples/demo/photos/README""",
    "Reference": """
        DeckProtocol/Protocol
        DeckProtocol/Compatibility
        DeckEngine/Settings
        DeckEngine/SwipeDecks
        DeckEngine/Stacks
        DeckEngine/StackGestures
        DeckEngine/Carousel
        DeckStore/StateFile
        CHANGELOG""",
    "How it is built": """
        ARCHITECTURE
        CONTRIBUTING
        The engine = DeckEngine/DeckEngine
        Gestures = Gestures/Gestures
        Motion = Kinetics/Kinetics
        Kinetics/FlickedCard
        Kinetics/Springs
        Kinetics/MotionRules
        Kinetics/Prediction
        The store = DeckStore/DeckStore""",
    "How it is tested": """
        Tests/TouchBed/README
        Tests/GesturesTests/Scripts/README
        Tests/DeckEngineTests/Decks/README
        Tests/DeckReplayTests/Fixtures/README
        Tests/Conformance/README
        Tests/BrowserTests/README
        Tests/EndToEnd/README
        Tests/Simulation/README
        Ledger of the simulation = Tests/Simulation/LEDGER
        Tests/Soak/README
        Tests/Sanitizers/README
        Fuzz/README
        Ledger of the fuzzing = Fuzz/LEDGER
        Benchmarks/README
        Benchmarks/Results""",
}
